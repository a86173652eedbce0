/** What React reports while a page is drawn: it is logged once, and keeps the page out of the cache. */
import { describe, expect, it } from 'vitest';
import type { Renderer, RenderOptions } from '../../../client/entry-server.tsx';
import type { Observe } from '../../../server/observability/observation.ts';
import type { Exchange, SettledResponse } from '../../../shared/cache/exchange.ts';
import { fakeRenderer } from './fake-site.tsx';
import { BOTH_WAYS, type LogEntry, open, type SsrServer, startSsr, untilAsked } from './ssr-server.ts';

const ADDRESS = '/artigos/7';
const NEVER = { 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' };

function recording(hasFallback = false) {
  const settled = Promise.withResolvers<SettledResponse | null>();
  const exchange: Exchange = { hasFallback, settle: (response) => void response.then(settled.resolve, settled.reject) };
  return { exchange, settled: settled.promise };
}

/** A renderer that reports an error in a part of each page that it streams; those that `whole` says it also draws in one call. */
function reporting({ whole }: { readonly whole: boolean }): Renderer {
  const renderer = fakeRenderer();
  const report = (options: RenderOptions): void => void options.onError?.(new Error('a part is broken'), {});
  return {
    ...renderer,
    preparePage: async (request) => {
      const page = await renderer.preparePage(request);
      return {
        ...page,
        render: (options) => {
          report(options);
          return page.render(options);
        },
        renderWhole: () => (whole ? page.renderWhole() : null),
      };
    },
  };
}

/** Reads the page with its comments held back until it streams. */
async function streamed(site: SsrServer): Promise<string> {
  site.backend.close('Comentarios');
  const opening = open(`${site.origin}${ADDRESS}`);
  await untilAsked(site.backend.asked, 3);
  site.timers.fire(5);
  const response = await opening;
  site.timers.fire(500);
  site.backend.open('Comentarios');
  return response.end;
}

async function inOneGo(site: SsrServer) {
  const { message, end } = await open(`${site.origin}${ADDRESS}`);
  return { html: await end, status: message.statusCode, headers: message.headers };
}

const failures = (log: readonly LogEntry[]): readonly unknown[] => log.map(({ message, fields }) => [message, String(fields['err'])]);

describe.each(BOTH_WAYS)('with the parts in common %s', (_way, fixedParts) => {
  const start: typeof startSsr = (overrides, ...rest) => startSsr({ fixedParts, ...overrides }, ...rest);

  it('logs an operation that fails once, though React reports the part that reads it too', async () => {
    for (const read of [streamed, inOneGo]) {
      await using site = await start();
      site.backend.answer('Relacionados', () => {
        throw new Error('the table is gone');
      });
      await read(site);
      expect(failures(site.log)).toEqual([['part of a page failed', 'AppError: Relacionados: the table is gone']]);
    }
  });

  it('logs an error of a streamed page, and gives the cache no document of it', async () => {
    const { exchange, settled } = recording();
    const renderer = reporting({ whole: true });
    await using site = await start({ renderer: () => renderer }, exchange);
    expect(await streamed(site)).toContain('<p data-comentario="">Muito bom</p>');
    expect(await settled).toBeNull();
    expect(failures(site.log)).toEqual([['part of a page failed', 'Error: a part is broken']]);
  });

  it('answers with the error screen where the shell of a streamed page breaks, and gives the cache no document', async () => {
    const { exchange, settled } = recording();
    const renderer = fakeRenderer();
    const broken: Renderer = {
      ...renderer,
      preparePage: async (request) => ({
        ...(await renderer.preparePage(request)),
        render: (options) => {
          options.onShellError?.(new Error('the shell is broken'));
          return { pipe: (destination) => destination, abort: () => undefined };
        },
      }),
    };
    await using site = await start({ renderer: () => broken }, exchange);
    expect(await streamed(site)).toContain('Ops!!!</h1>');
    expect(await settled).toBeNull();
    expect(failures(site.log)).toEqual([['page failed', 'Error: the shell is broken']]);
    expect(site.timers.pending).toBe(0);
  });

  it('logs an error of a page that is sent whole, which no cache stores', async () => {
    const renderer = reporting({ whole: false });
    await using site = await start({ renderer: () => renderer }, recording().exchange);
    const { html, status, headers } = await inOneGo(site);
    expect(html).toContain('<p data-comentario="">Muito bom</p>');
    expect([status, headers]).toMatchObject([200, NEVER]);
    expect(failures(site.log)).toEqual([['part of a page failed', 'Error: a part is broken']]);
  });

  it('answers with an error in place of a page with an error where the cache has a stale one', async () => {
    const renderer = reporting({ whole: false });
    await using site = await start({ renderer: () => renderer }, recording(true).exchange);
    const { status, headers } = await inOneGo(site);
    expect([status, headers]).toMatchObject([500, NEVER]);
  });
});

describe('the head of a streamed page', () => {
  /** Asks for the page with its comments held back, and counts what is drawn. */
  async function headOf(method: 'GET' | 'HEAD') {
    const renderer = fakeRenderer();
    let drawn = 0;
    const counting: Renderer = { ...renderer, preparePage: (request) => ((drawn += 1), renderer.preparePage(request)) };
    await using site = await startSsr({ renderer: () => counting });
    site.backend.answer('Principal', { artigo: { __typename: 'artigo', id: 7, titulo: 'Ato sobre uma pessoa' } });
    site.backend.close('Comentarios');
    const opening = fetch(`${site.origin}${ADDRESS}`, { method });
    await untilAsked(site.backend.asked, 3);
    site.timers.fire(5);
    const { status, headers } = await opening;
    return { status, headers, drawn };
  }

  it.each(['GET', 'HEAD'] as const)('says for %s what its settled document says: robots and previews', async (method) => {
    const { status, headers, drawn } = await headOf(method);
    expect([status, headers.get('x-robots-tag'), headers.get('speculation-rules')]).toEqual([200, 'noindex', '"/_previas"']);
    expect(headers.get('content-security-policy')).toContain("'nonce-");
    expect(drawn).toBe(method === 'GET' ? 1 : 0);
  });
});

describe('the observation of pages', () => {
  it('is told each render by its route and its kind, and no timer is left', async () => {
    const heard: string[] = [];
    const observe: Observe = (work, run) => {
      heard.push(Object.values(work).join(' '));
      return run();
    };
    const { exchange, settled } = recording();
    await using site = await startSsr({ observe }, exchange);
    await streamed(site);
    await settled;
    await inOneGo(site);
    expect(heard.toSorted()).toEqual(['render artigo settled', 'render artigo streamed', 'render artigo whole']);
    expect(site.timers.pending).toBe(0);
  });
});
