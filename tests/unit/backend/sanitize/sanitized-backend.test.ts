import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type FieldNode, Kind, parse, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  ADMIN_CALLER,
  type ContentBackend,
  type GraphqlAnswer,
  PUBLIC_CALLER,
  type StoredFile,
} from '../../../../server/backend/backend.ts';
import { sanitizeHtml } from '../../../../server/backend/sanitize/sanitize-html.ts';
import { sanitizedBackend } from '../../../../server/backend/sanitize/sanitized-backend.ts';
import type { HtmlProfile } from '../../../../shared/html/allowed-html.ts';
import { NO_AUTH } from '../../../support/no-auth.ts';

function backendAnswering(answer: GraphqlAnswer): ContentBackend {
  return {
    kind: 'embedded',
    isDemonstration: () => true,
    allowList: undefined,
    auth: NO_AUTH,
    execute: async () => answer,
    subscribe: async function* () {
      yield answer;
    },
    rereadSubscriptions: () => undefined,
    file: async () => null,
    onChange: () => () => {},
    health: async () => [],
    close: async () => {},
  };
}

async function publicJson(json: string): Promise<string> {
  const answer = await sanitizedBackend(backendAnswering({ kind: 'data', json }), sanitizeHtml).execute(
    { query: '' },
    { caller: PUBLIC_CALLER },
  );
  return answer.kind === 'data' ? answer.json : 'errors';
}

describe('sanitizedBackend', () => {
  it('cleans the values of keys that end in _html, at any depth and with any spacing', async () => {
    const json = '{"pagina" : [{"corpo_html" : "<p onclick=\\"x()\\">a</p><script>1</script>", "itens":[{"resposta_html":"<h1>b</h1>"}]}]}';
    expect(JSON.parse(await publicJson(json))).toEqual({ pagina: [{ corpo_html: '<p>a</p>', itens: [{ resposta_html: '<h4>b</h4>' }] }] });
  });

  it('leaves every other byte alone, long numbers included', async () => {
    const json = '{"valor": 12345678901234567.89, "titulo":"<b>x</b>", "corpo_html": null, "n" : 1.0}';
    expect(await publicJson(json)).toBe(json);
  });

  it('leaves alone a text whose content looks like the key of a column of HTML', async () => {
    const json = '{"titulo":"corpo_html\\":\\"<p onclick=1>","corpo_html":"<i>a\\\\</i>"}';
    expect(JSON.parse(await publicJson(json))).toEqual({ titulo: 'corpo_html":"<p onclick=1>', corpo_html: '<em>a\\</em>' });
  });

  it('gives the administrator the text as it was written', async () => {
    const json = '{"corpo_html":"<b>a</b>"}';
    const answer = await sanitizedBackend(backendAnswering({ kind: 'data', json }), sanitizeHtml).execute(
      { query: '' },
      { caller: ADMIN_CALLER },
    );
    expect(answer).toEqual({ kind: 'data', json });
  });

  it.each([
    ['the public gets clean answers', PUBLIC_CALLER, '{"corpo_html":"<strong>a</strong>"}'],
    ['the administrator gets them as they were written', ADMIN_CALLER, '{"corpo_html":"<b>a</b>"}'],
  ])('in a subscription, %s', async (_who, caller, expected) => {
    const backend = sanitizedBackend(backendAnswering({ kind: 'data', json: '{"corpo_html":"<b>a</b>"}' }), sanitizeHtml);
    const answers: GraphqlAnswer[] = [];
    const options = { caller, signal: new AbortController().signal };
    for await (const answer of backend.subscribe({ query: '' }, options)) answers.push(answer);
    expect(answers).toEqual([{ kind: 'data', json: expected }]);
  });

  it('cleans what a dry run reads, and has none where the backend has none', async () => {
    const inner = backendAnswering({ kind: 'data', json: '{"corpo_html":"<b>a</b>"}' });
    const { dryRun } = sanitizedBackend(
      { ...inner, dryRun: (work) => work((request, options) => inner.execute(request, options)) },
      sanitizeHtml,
    );
    expect(await dryRun?.((execute) => execute({ query: '' }, { caller: PUBLIC_CALLER }))).toEqual({
      kind: 'data',
      json: '{"corpo_html":"<strong>a</strong>"}',
    });
    expect(sanitizedBackend(inner, sanitizeHtml).dryRun).toBeUndefined();
  });

  it('passes errors through', async () => {
    const errors = [{ message: 'x', extensions: { path: '$', code: 'unexpected' } }];
    const answer = await sanitizedBackend(backendAnswering({ kind: 'errors', errors }), sanitizeHtml).execute(
      { query: '' },
      { caller: PUBLIC_CALLER },
    );
    expect(answer).toEqual({ kind: 'errors', errors });
  });

  it.each([
    ['titulo_html', '<p>a <b>b</b></p>', 'a <strong>b</strong>'],
    ['corpo_html', '<h1>a</h1>', '<h2 id="t-a">a</h2>'],
    ['resumo_html', '<h1>a</h1>', '<h4>a</h4>'],
    ['corpo_html', '', ''],
    ['corpo_html', '<p>linha 1\n"linha" 2 \\ \u2028 ç</p>', '<p>linha 1\n"linha" 2 \\ \u2028 ç</p>'],
  ])('cleans the values of %s: %j', async (key, html, expected) => {
    expect(JSON.parse(await publicJson(JSON.stringify({ [key]: html })))).toEqual({ [key]: expected });
  });

  it('changes answers of operations alone, and no other call of the backend', async () => {
    const calls: unknown[] = [];
    const file: StoredFile = {
      id: 'x',
      name: 'x.pdf',
      mimeType: 'application/pdf',
      size: 0,
      etag: '"x"',
      updatedAt: null,
      open: () => Readable.from([]),
    };
    const inner: ContentBackend = {
      ...backendAnswering({ kind: 'data', json: '{}' }),
      file: async (...given) => (calls.push(given), file),
      onChange: (listener) => (calls.push(listener), () => calls.push('stopped')),
      health: async (timeoutMs) => [{ name: 'database', ok: true, latencyMs: timeoutMs }],
      close: async () => void calls.push('closed'),
    };
    const backend = sanitizedBackend(inner, sanitizeHtml);
    const listener = (): void => {};
    expect([backend.kind, backend.isDemonstration()]).toEqual(['embedded', true]);
    expect(await backend.file('x', PUBLIC_CALLER, { kind: 'whole' })).toBe(file);
    backend.onChange(listener)();
    expect(await backend.health(7)).toEqual([{ name: 'database', ok: true, latencyMs: 7 }]);
    await backend.close();
    expect(calls).toEqual([['x', PUBLIC_CALLER, { kind: 'whole' }], listener, 'stopped', 'closed']);
  });

  it('sanitises a text once for each profile, and again when it was pushed out of its memory', async () => {
    const sanitised: string[] = [];
    const counting = (html: string, profile: HtmlProfile): string => {
      sanitised.push(`${profile} ${html}`);
      return sanitizeHtml(html, profile);
    };
    const answers = (json: string, room?: number) => {
      const backend = sanitizedBackend(backendAnswering({ kind: 'data', json }), counting, room);
      return () => backend.execute({ query: '' }, { caller: PUBLIC_CALLER });
    };
    const ask = answers('{"a":{"corpo_html":"<b>a</b>"},"b":{"corpo_html":"<b>a</b>","resumo_html":"<b>a</b>"},"titulo":"<b>a</b>"}');
    const first = await ask();
    expect(await ask()).toEqual(first);
    expect(sanitised).toEqual(['corpo <b>a</b>', 'trecho <b>a</b>']);
    sanitised.length = 0;
    const forgetful = answers('{"corpo_html":"<b>a</b>","resumo_html":"<b>b</b>"}', 60);
    expect(await forgetful()).toEqual({ kind: 'data', json: '{"corpo_html":"<strong>a</strong>","resumo_html":"<strong>b</strong>"}' });
    expect(await forgetful()).toEqual(await forgetful());
    expect(sanitised).toHaveLength(6);
  });
});

describe('known operations', () => {
  it('never rename an HTML field to a key without _html', async () => {
    const renamed: string[] = [];
    for (const folder of ['shared/graphql/fragments', 'shared/graphql/operations']) {
      for (const file of await readdir(folder, { recursive: true })) {
        if (!file.endsWith('.graphql')) continue;
        visit(parse(await readFile(`${folder}/${file}`, 'utf8')), {
          [Kind.FIELD](field: FieldNode) {
            if (field.name.value.endsWith('_html') && !(field.alias?.value ?? '_html').endsWith('_html'))
              renamed.push(`${file}: ${field.name.value}`);
          },
        });
      }
    }
    expect(renamed).toEqual([]);
  });
});
