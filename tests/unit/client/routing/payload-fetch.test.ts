import { describe, expect, it } from 'vitest';
import { createPayloadFetch } from '../../../../client/routing/payload-fetch.ts';

const DATA = { build: 'b1', kind: 'data', results: [], pageStateHref: '/_estado/0123456789abcdef.json', icones: {} } as const;

/** Payloads from answers in order; `waits` holds the pauses and `asked` the number of requests, `clock.now` the time. */
function payloads(...answers: readonly Response[]) {
  const left = [...answers];
  const [waits, asked]: [number[], string[]] = [[], []];
  const clock = { now: 1_000_000 };
  const fetch = async (url: string | URL | Request): Promise<Response> => {
    asked.push(url instanceof Request ? url.url : url.toString());
    const answer = left.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer;
  };
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  return { ...createPayloadFetch({ fetch, build: 'b1', wait, now: () => clock.now }), waits, asked, clock };
}

const busy = (status: number, seconds: number, body: unknown = {}): Response =>
  Response.json(body, { status, headers: { 'Retry-After': String(seconds) } });

describe('the payload of a page that a visitor waits for', () => {
  it.each([429, 503])('a payload answered with %i is requested once more after the pause of Retry-After', async (status) => {
    const { load, waits, asked } = payloads(busy(status, 4), Response.json(DATA));
    expect(await load('/lai?q=a')).toEqual(DATA);
    expect([waits, asked]).toEqual([[4_000], ['/lai/_payload.json?q=a', '/lai/_payload.json?q=a']]);
  });

  it('a payload of a server that stays busy is an error of the catalogue, and no operation is run in its place', async () => {
    const { load, waits } = payloads(busy(503, 1), busy(503, 1));
    expect(await load('/lai')).toMatchObject({ build: 'b1', kind: 'error', status: 503, message: expect.stringContaining('indisponível') });
    expect(waits).toEqual([1_000]);
  });

  it('a payload is an error at once when Retry-After is too long', async () => {
    const { load, waits, asked } = payloads(busy(429, 60, { code: 'TOO_MANY_REQUESTS' }));
    expect(await load('/lai')).toMatchObject({ kind: 'error', status: 429, message: expect.stringContaining('Aguarde um minuto') });
    expect([waits, asked.length]).toEqual([[], 1]);
  });

  it('a payload keeps the error that the site has written', async () => {
    const written = { build: 'b1', kind: 'error', status: 503, code: 'BACKEND_UNAVAILABLE', message: 'Fora do ar.', pedido: 'p1' };
    const { load } = payloads(busy(503, 0, written), busy(503, 0, written));
    expect(await load('/lai')).toEqual(written);
  });

  it('a payload is null when the network fails or its address is of another origin', async () => {
    const { load, asked } = payloads();
    expect([await load('/lai'), await load('//outro.example/lai')]).toEqual([null, null]);
    expect(asked).toHaveLength(1);
  });
});

describe('the payload of a preview', () => {
  it('no payload is requested for a preview before the pause of Retry-After is over', async () => {
    const { preview, waits, asked, clock } = payloads(busy(429, 5), Response.json(DATA));
    expect(await preview('/lai')).toBeNull();
    expect(await preview('/sic')).toBeNull();
    expect([waits, asked.length]).toEqual([[], 1]);
    clock.now += 5_000;
    expect(await preview('/sic')).toEqual(DATA);
  });

  it('previews wait a minute when Retry-After is longer than a visitor would wait', async () => {
    const { preview, asked, clock } = payloads(busy(503, 3_600), Response.json(DATA));
    await preview('/lai');
    clock.now += 59_999;
    await preview('/lai');
    expect(asked).toHaveLength(1);
    clock.now += 1;
    expect(await preview('/lai')).toEqual(DATA);
  });
});
