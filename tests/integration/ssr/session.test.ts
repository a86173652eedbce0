import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../server/backend/backend.ts';
import { PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { createGroupedCache } from '../../../server/memory/grouped-cache.ts';
import type { PageSession } from '../../../shared/session/page-session.ts';
import { fakeBackend } from './fake-site.tsx';
import { BOTH_WAYS, open, REFUSED_FORM, startSsr, untilAsked } from './ssr-server.ts';

const ANA = {
  kind: 'signedIn',
  user: { id: 'u-1', displayName: 'Ana </script>', email: 'ana@previdencia.exemplo.br', role: 'editor', hasTotp: false },
} satisfies PageSession;
const NEVER = { 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' };

describe.each(BOTH_WAYS)('with the parts in common %s', (_way, fixedParts) => {
  const start: typeof startSsr = (overrides, ...rest) => startSsr({ fixedParts, ...overrides }, ...rest);

  it('sends a page with a session so that no cache stores it, and tells the browser the session', async () => {
    await using site = await start({ sessionOf: async () => ANA });
    const { message, end } = await open(`${site.origin}/artigos/7`);
    const html = await end;
    expect(message.headers).toMatchObject(NEVER);
    expect(message.headers['cache-groups']).toBeUndefined();
    expect(message.headers['speculation-rules']).toBeUndefined();
    const [, json = ''] = /id="sessao-da-pagina">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual(ANA);
  });

  it('keeps a streamed page with a session from the cache in front', async () => {
    const settled: unknown[] = [];
    await using site = await start({ sessionOf: async () => ANA }, { hasFallback: false, settle: (made) => void settled.push(made) });
    site.backend.close('Comentarios');
    const opening = open(`${site.origin}/artigos/7`);
    await untilAsked(site.backend.asked, 3);
    site.timers.fire(5);
    const { message, end } = await opening;
    site.backend.open('Comentarios');
    expect(await end).toContain('Muito bom');
    expect(message.headers).toMatchObject(NEVER);
    expect(settled).toEqual([]);
  });

  it('sends the payload of a page with a session so that no cache stores it', async () => {
    await using site = await start({ sessionOf: async () => ANA });
    const { message, end } = await open(`${site.origin}/artigos/7/_payload.json`);
    expect(await end).not.toContain('Ana');
    expect(message.headers).toMatchObject(NEVER);
  });

  it('sends a page without a session as before, without the block', async () => {
    await using site = await start();
    const { message, end } = await open(`${site.origin}/artigos/7`);
    expect(await end).not.toContain('sessao-da-pagina');
    expect(message.headers['cache-control']).toBe('no-cache');
  });

  it('does not draw the session of one visitor for the next', async () => {
    const sessions: (PageSession | null)[] = [ANA, null];
    await using site = await start({ sessionOf: async () => sessions.shift() ?? null });
    expect(await (await open(`${site.origin}/admin`)).end).toContain('<p>Ana &lt;/script&gt;</p>');
    expect(await (await open(`${site.origin}/admin`)).end).toContain('<p>ninguém</p>');
  });

  it('draws the link to the row of a page for a user who may edit, and leaves it out for others', async () => {
    const reader: PageSession = { ...ANA, user: { ...ANA.user, role: 'user' } };
    const sessions: (PageSession | null)[] = [ANA, null, reader, ANA, null];
    await using site = await start({ sessionOf: async () => sessions.shift() ?? null });
    const links: (string | undefined)[] = [];
    for (let count = 0; count < 5; count += 1) {
      const html = await (await open(`${site.origin}/artigos/7`)).end;
      links.push(/<a href="([^"]*)">Editar esta página<\/a>/.exec(html)?.[1]);
    }
    const row = '/admin?registro=artigo/7';
    expect(links).toEqual([row, undefined, undefined, row, undefined]);
    expect(await (await open(`${site.origin}/artigos/7/_payload.json`)).end).not.toMatch(/registro|Editar/);
  });

  it('asks in the name of the signed-in user, and neither uses nor fills what is kept of the public', async () => {
    const sessions: (PageSession | null)[] = [null, ANA, ANA, null];
    const backend = fakeBackend();
    const callers: Caller[] = [];
    const results = createGroupedCache<never>({ maxBytes: 1_000_000, freshForMs: 60_000, boundary: () => undefined });
    await using site = await start({
      results,
      sessionOf: async () => sessions.shift() ?? null,
      backend: {
        execute: (request, options) => {
          callers.push(options.caller);
          return backend.execute(request, options);
        },
      },
    });
    const asked: Caller[][] = [];
    for (let count = 0; count < 4; count += 1) {
      await (await open(`${site.origin}/artigos/7`)).end;
      asked.push(callers.splice(0));
    }
    const ana = { role: 'user', trust: 'signed-in', session: { 'x-hasura-role': 'user', 'x-hasura-user-id': 'u-1' } };
    expect(asked).toEqual([[1, 2, 3].map(() => PUBLIC_CALLER), [ana, ana, ana], [ana, ana, ana], []]);
  });

  it('sends a refused sign-in back as the page of the sign-in, with its status', async () => {
    await using site = await start();
    const answer = await fetch(`${site.origin}/_session`, { method: 'POST' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain(`<p>${REFUSED_FORM.email}</p>`);
  });

  it('sends a refused password back as the page of the own account, with its status', async () => {
    await using site = await start();
    const answer = await fetch(`${site.origin}/_session/password`, { method: 'POST' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([422, 'private, no-store']);
    expect(await answer.text()).toContain('<p>A senha nova é curta demais.</p>');
  });

  it('sends the page of a case with its status, and neither stores it nor gives its data to a script', async () => {
    await using site = await start();
    const answer = await fetch(`${site.origin}/_caso`, { method: 'POST' });
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('cdn-cache-control')]).toEqual([
      201,
      'private, no-store',
      'no-store',
    ]);
    const html = await answer.text();
    expect(html).toContain('<p data-protocolo="">2026-000123</p>');
    expect(html).not.toMatch(/dados-da-pagina|sessao-da-pagina/);
    expect(html.match(/2026-000123/g)).toHaveLength(1);
  });
});
