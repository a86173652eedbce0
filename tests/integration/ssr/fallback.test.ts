/** While the cache holds a stale page, an answer with failed parts becomes an error, so that the cache serves the stale page. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../shared/cache/exchange.ts';
import { open, type SsrServer, startSsr, untilAsked } from './ssr-server.ts';

const WITH_FALLBACK: Exchange = { hasFallback: true, settle: () => undefined };
const WITHOUT: Exchange = { hasFallback: false, settle: () => undefined };

async function withFailingPart(exchange: Exchange, address: string): Promise<number | undefined> {
  await using site = await startSsr({}, exchange);
  site.backend.answer('Comentarios', () => {
    throw new Error('the table is gone');
  });
  const { message, end } = await open(`${site.origin}${address}`);
  await end;
  return message.statusCode;
}

/** Opens the page whose late part hangs, and waits until that is all that it waits for. */
async function openHanging(site: SsrServer): ReturnType<typeof open> {
  site.backend.close('Comentarios');
  const opening = open(`${site.origin}/artigos/7`);
  await untilAsked(site.backend.asked, 3);
  site.timers.fire(5);
  return opening;
}

describe('a part that fails', () => {
  it.each(['/artigos/7', '/artigos/7/_payload.json'])('makes %s an error when a stale page is stored', async (address) => {
    expect(await withFailingPart(WITH_FALLBACK, address)).toBeGreaterThanOrEqual(500);
  });

  it.each(['/artigos/7', '/artigos/7/_payload.json'])('leaves the rest of %s when no page is stored', async (address) => {
    expect(await withFailingPart(WITHOUT, address)).toBe(200);
  });
});

describe('a part that is slow', () => {
  it('is awaited before the first byte when a stale page is stored', async () => {
    await using site = await startSsr({}, WITH_FALLBACK);
    const opening = openHanging(site);
    await untilAsked(site.backend.asked, 3);
    site.backend.open('Comentarios');
    const { message, end } = await opening;
    expect(await end).toContain('<p data-comentario="">Muito bom</p>');
    expect(message.headers.etag).toBeDefined();
  });

  it('is streamed after two seconds', async () => {
    await using site = await startSsr({ deadlineMs: 8_000 }, WITH_FALLBACK);
    const opening = openHanging(site);
    await untilAsked(site.backend.asked, 3);
    site.timers.fire(2_000);
    const response = await opening;
    site.timers.fire(2_000);
    await response.until('Carregando…');
    site.backend.open('Comentarios');
    expect(await response.end).toContain('<p data-comentario="">Muito bom</p>');
    expect(response.message.headers['cdn-cache-control']).toBe('no-store');
  });
});
