import { expect, test } from 'vitest';
import { type ChangeEvent, type ContentBackend, type GraphqlAnswer, PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { withPictureSizes } from '../../../../server/backend/sanitize/picture-sizes.ts';
import { sanitizeHtml } from '../../../../server/backend/sanitize/sanitize-html.ts';
import { sanitizedBackend } from '../../../../server/backend/sanitize/sanitized-backend.ts';
import { NO_AUTH } from '../../../support/no-auth.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';

const ONE = '11111111-2222-4333-8444-555555555555';
const OTHER = '22222222-2222-4333-8444-555555555555';
const LETTERED = 'abcdefab-abcd-4333-8444-555555555555';
const UNKNOWN = '33333333-2222-4333-8444-555555555555';
const UNMEASURED = '44444444-abcd-4333-8444-555555555555';
const ROWS = [
  { __typename: 'arquivo', id: ONE, largura: 1600, altura: 900 },
  { __typename: 'arquivo', id: OTHER, largura: 300, altura: 200 },
  { __typename: 'arquivo', id: LETTERED, largura: 40, altura: 30 },
  { __typename: 'arquivo', id: UNMEASURED, largura: 300, altura: null },
];

const REFUSED: GraphqlAnswer = { kind: 'errors', errors: [{ message: 'gone', extensions: { path: '$', code: 'unexpected' } }] };

/** A site whose page has `html` and the plain `titulo`, and whose file rows are `ROWS`. */
function site(html: string, { titulo = '', fails = false, refused = false, dryRuns = false } = {}) {
  const asked: unknown[] = [];
  const listeners = new Set<(event: ChangeEvent) => void>();
  const warned: unknown[] = [];
  const page: GraphqlAnswer = refused ? REFUSED : { kind: 'data', json: JSON.stringify({ pagina: [{ titulo, corpo_html: html }] }) };
  const inner: ContentBackend = {
    kind: 'embedded',
    isDemonstration: () => false,
    allowList: undefined,
    auth: NO_AUTH,
    async execute({ operationName, variables }): Promise<GraphqlAnswer> {
      if (operationName !== 'ImagensDoSite') return page;
      asked.push(variables?.['ids']);
      if (fails) return REFUSED;
      return { kind: 'data', json: JSON.stringify({ arquivo: ROWS }) };
    },
    subscribe: async function* () {
      yield page;
    },
    ...(dryRuns && { dryRun: (work) => work((request, options) => inner.execute(request, options)) }),
    rereadSubscriptions: () => undefined,
    file: async () => null,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    health: async () => [],
    close: async () => {},
  };
  const backend = withPictureSizes(sanitizedBackend(inner, sanitizeHtml), { ...SILENT_LOG, warn: (fields) => warned.push(fields) });
  const pageOf = (answer: GraphqlAnswer): { readonly titulo: string; readonly corpo_html: string } => {
    if (answer.kind === 'errors') throw new Error('refused');
    return JSON.parse(answer.json).pagina[0];
  };
  const readBy = async (execute: ContentBackend['execute']) => pageOf(await execute({ query: '' }, { caller: PUBLIC_CALLER }));
  const read = () => readBy((request, options) => backend.execute(request, options));
  return {
    asked,
    warned,
    backend,
    listeners,
    read,
    readBy,
    pageOf,
    change: (event: ChangeEvent) => listeners.forEach((tell) => tell(event)),
  };
}

const sizes = (html: string): readonly string[] => [...html.matchAll(/(?:width|height)="\d+"/g)].map(String).toSorted();

test.each([
  ['no size', '', ['height="900"', 'width="1600"']],
  ['a width', 'width="320"', ['height="180"', 'width="320"']],
  ['a height', 'height="90"', ['height="90"', 'width="160"']],
  ['both', 'width="10" height="10"', ['height="10"', 'width="10"']],
])('a picture that was written with %s has both sizes', async (_what, written, expected) => {
  const { read } = site(`<p><img src="/nhostprovider/${ONE}" alt="Sede > frente" ${written}></p>`);
  const html = (await read()).corpo_html;
  expect([sizes(html), html.split('<img ').length]).toEqual([expected, 2]);
});

test('the rows are asked once for all pictures of an answer, and again only after their row has changed', async () => {
  const { read, asked, change } = site(`<img src="/nhostprovider/${ONE}"><img src="/v1/files/${OTHER}"><img src="/nhostprovider/${ONE}">`);
  await read();
  await read();
  expect(asked).toEqual([[ONE, OTHER]]);
  change({ kind: 'rows', changes: [{ table: 'noticia', key: ONE, op: 'UPDATE' }] });
  await read();
  expect(asked).toHaveLength(1);
  change({ kind: 'rows', changes: [{ table: 'arquivo', key: OTHER, op: 'UPDATE' }] });
  await read();
  change({ kind: 'gap' });
  await read();
  expect(asked).toEqual([[ONE, OTHER], [OTHER], [ONE, OTHER]]);
});

test('nothing is asked for a text without a picture of the store', async () => {
  const { read, asked } = site('<p>Sem imagem</p><img src="/fachada.png"><img src="https://outro.example/a.png">');
  await read();
  expect(asked).toEqual([]);
});

test('a plain text that looks like a picture stays as it is', async () => {
  const titulo = `<img src="/_image?url=%2Fnhostprovider%2F${ONE}&amp;w=320">`;
  expect((await site('<p>a</p>', { titulo }).read()).titulo).toBe(titulo);
});

test('errors are handed on as they are, and so is what says whether the content is a demonstration', async () => {
  const { backend, asked } = site('', { refused: true });
  expect(await backend.execute({ query: '' }, { caller: PUBLIC_CALLER })).toEqual(REFUSED);
  expect(asked).toEqual([]);
  expect(backend.isDemonstration()).toBe(false);
});

test('an answer with sizes is one of data', async () => {
  const { backend } = site(`<img src="/nhostprovider/${ONE}">`);
  expect(await backend.execute({ query: '' }, { caller: PUBLIC_CALLER })).toMatchObject({ kind: 'data' });
});

test('an id in capitals has the size of its row', async () => {
  const { read } = site(`<img src="/nhostprovider/${LETTERED.toUpperCase()}">`);
  expect(sizes((await read()).corpo_html)).toEqual(['height="30"', 'width="40"']);
});

test('an id in capitals is that of its row, and a picture that was written with both sizes is not asked for', async () => {
  const { read, asked } = site(
    `<img src="/nhostprovider/${UNMEASURED.toUpperCase()}"><img src="/nhostprovider/${ONE}" width="1" height="1">`,
  );
  await read();
  expect(asked).toEqual([[UNMEASURED]]);
});

test('a file whose row lacks a side has no size', async () => {
  expect(sizes((await site(`<img src="/nhostprovider/${UNMEASURED}" width="10">`).read()).corpo_html)).toEqual(['width="10"']);
});

test('the last of a hundred and one pictures is not asked for', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `55555555-2222-4333-8444-${String(index).padStart(12, '0')}`);
  const { read, asked } = site(ids.map((id) => `<img src="/nhostprovider/${id}">`).join(''));
  await read();
  expect(asked).toEqual([ids.slice(0, 100)]);
});

test('answers of subscriptions have sizes too', async () => {
  const { backend, pageOf } = site(`<img src="/nhostprovider/${ONE}">`);
  const shown: (readonly string[])[] = [];
  const options = { caller: PUBLIC_CALLER, signal: new AbortController().signal };
  for await (const answer of backend.subscribe({ query: '' }, options)) shown.push(sizes(pageOf(answer).corpo_html));
  expect(shown).toEqual([['height="900"', 'width="1600"']]);
});

test('a dry run has sizes that are forgotten with it, and there is none where the backend has none', async () => {
  const { backend, readBy, asked } = site(`<img src="/nhostprovider/${ONE}">`, { dryRuns: true });
  const first = await backend.dryRun?.((execute) => readBy(execute));
  expect(sizes(first?.corpo_html ?? '')).toEqual(['height="900"', 'width="1600"']);
  await backend.dryRun?.((execute) => readBy(execute));
  expect(asked).toEqual([[ONE], [ONE]]);
  expect(site('').backend.dryRun).toBeUndefined();
});

test('a picture of an unknown file, and every picture while the rows cannot be read, stays without a size', async () => {
  const unknown = site(`<img src="/nhostprovider/${UNKNOWN}">`);
  expect(sizes((await unknown.read()).corpo_html)).toEqual([]);
  // It may have been published meanwhile.
  await unknown.read();
  expect(unknown.asked).toEqual([[UNKNOWN], [UNKNOWN]]);
  const failing = site(`<img src="/nhostprovider/${ONE}">`, { fails: true });
  expect(sizes((await failing.read()).corpo_html)).toEqual([]);
  expect(failing.warned).toEqual([{ err: new Error('gone') }]);
});

test('closing stops listening to changes', async () => {
  const { backend, listeners } = site('');
  expect(listeners.size).toBe(1);
  await backend.close();
  expect(listeners.size).toBe(0);
});
