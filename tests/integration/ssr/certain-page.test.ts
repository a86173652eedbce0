/** A page that is found whatever its rows say: its shell is sent before any of them is there. */
import { describe, expect, it } from 'vitest';
import type { Exchange, SettledResponse } from '../../../shared/cache/exchange.ts';
import { BOTH_WAYS, type OpenResponse, open, type SsrServer, startSsr, untilAsked } from './ssr-server.ts';

const STRUCTURED_DATA = '<script type="application/ld+json">';

class RecordingExchange implements Exchange {
  readonly hasFallback: boolean = false;
  readonly settled = Promise.withResolvers<SettledResponse | null>();

  settle(response: Promise<SettledResponse | null>): void {
    response.then(this.settled.resolve, this.settled.reject);
  }
}

/** Requests the list while its operation is held back, and returns the response once the shell is there. */
async function shellOf(site: SsrServer): Promise<OpenResponse> {
  const before = site.backend.asked.length;
  site.backend.close('Principal');
  const opening = open(`${site.origin}/artigos`);
  await untilAsked(site.backend.asked, before + 1);
  site.timers.fire(5);
  const response = await opening;
  site.timers.fire(500);
  await response.until('/assets/boot.js');
  return response;
}

describe.each(BOTH_WAYS)('with the parts in common %s', (_way, fixedParts) => {
  describe('a certain page', () => {
    it('sends status, head and footer while its main operation is held back, then the content', async () => {
      const exchange = new RecordingExchange();
      await using site = await startSsr({ fixedParts }, exchange);
      const response = await shellOf(site);
      expect(response.message.statusCode).toBe(200);
      expect(response.text()).toContain('<title>Artigos - IPREV</title>');
      expect(response.text()).toContain('<footer');
      expect(response.text()).not.toContain('Reajuste');

      site.backend.open('Principal');
      const html = await response.end;
      expect(html).toContain('<p data-principal="">Reajuste</p>');
      expect(html).toContain('data-resultado="0"');
      const settled = await exchange.settled.promise;
      const oneGo = await open(`${site.origin}/artigos`);
      expect(await oneGo.end).toBe(Buffer.from(settled?.body ?? []).toString());
      expect(settled?.headers).toMatchObject({ 'cache-groups': oneGo.message.headers['cache-groups'] });
      expect(oneGo.message.headers['cache-groups']).toContain('"artigo:7"');
    });

    it('sends what programs read of it once, behind its rows', async () => {
      await using site = await startSsr({ fixedParts });
      const response = await shellOf(site);
      expect(response.text()).not.toContain(STRUCTURED_DATA);
      site.backend.open('Principal');
      const streamed = await response.end;
      const oneGo = await (await open(`${site.origin}/artigos`)).end;
      for (const html of [streamed, oneGo]) {
        const [before, after, ...more] = html.split(STRUCTURED_DATA);
        expect(before).toContain('data-resultado="0"');
        expect(after).toContain('schema.org');
        expect(more).toEqual([]);
      }
    });

    it('answers with an error while nothing has been sent, for the cache to stand in', async () => {
      await using site = await startSsr({ fixedParts });
      site.backend.answer('Principal', () => {
        throw new Error('the database is down');
      });
      const { message, end } = await open(`${site.origin}/artigos`);
      expect(message.statusCode).toBe(503);
      await end;
    });

    it('shows an error in the place of its content when that fails after the shell, and is not stored', async () => {
      const exchange = new RecordingExchange();
      await using site = await startSsr({ fixedParts }, exchange);
      const response = await shellOf(site);
      site.backend.answer('Principal', () => {
        throw new Error('the database is down');
      });
      site.backend.open('Principal');
      const html = await response.end;
      expect(html).toMatch(/hidden id="S:\d+">.*Não foi possível carregar agora/s);
      expect(html.endsWith('</body></html>')).toBe(true);
      expect(await exchange.settled.promise).toBeNull();
    });

    it('is not stored when its row turns out to be gone', async () => {
      const exchange = new RecordingExchange();
      await using site = await startSsr({ fixedParts }, exchange);
      const response = await shellOf(site);
      site.backend.answer('Principal', { artigo: null });
      site.backend.open('Principal');
      await response.end;
      expect(await exchange.settled.promise).toBeNull();
    });
  });

  it('stores the page of a route without a main operation after it was streamed', async () => {
    const exchange = new RecordingExchange();
    await using site = await startSsr({ fixedParts }, exchange);
    site.backend.close('Comentarios');
    const opening = open(`${site.origin}/avisos`);
    await untilAsked(site.backend.asked, 1);
    site.timers.fire(5);
    const response = await opening;
    site.timers.fire(500);
    await response.until('/assets/boot.js');
    site.backend.open('Comentarios');
    expect(await response.end).toContain('Muito bom');
    const oneGo = await open(`${site.origin}/avisos`);
    expect(Buffer.from((await exchange.settled.promise)?.body ?? []).toString()).toBe(await oneGo.end);
    expect(site.backend.asked).toEqual(['Comentarios', 'Comentarios']);
  });

  it.each([
    ['a page that only a row decides', '/artigos?pagina=9', 302],
    ['the data of a certain page', '/artigos/_payload.json', 200],
    ['the page of a row', '/artigos/7', 200],
  ])('%s waits for the row', async (_what, address, status) => {
    await using site = await startSsr({ fixedParts });
    site.backend.close('Principal');
    let isAnswered = false;
    const opening = open(`${site.origin}${address}`).then((response) => {
      isAnswered = true;
      return response;
    });
    await untilAsked(site.backend.asked, 1);
    site.timers.fire(5);
    await untilAsked(site.backend.asked, 1);
    expect(isAnswered).toBe(false);
    site.backend.open('Principal');
    const { message, end } = await opening;
    expect(message.statusCode).toBe(status);
    await end;
  });
});
