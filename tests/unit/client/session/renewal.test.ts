import { describe, expect, it } from 'vitest';
import { createRenewal } from '../../../../client/session/renewal.ts';

const ANA = { user: { id: 'u-1', displayName: 'Ana', email: 'ana@exemplo.br', role: 'editor', hasTotp: false } };
const NOBODY = { user: null };

/** A server whose answers the test sets; it counts what it is asked. */
function server(answers: Readonly<Record<string, () => Response | Promise<Response>>>) {
  const asked: string[] = [];
  const fetch = async (url: string | URL | Request, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    const name = `${method} ${url instanceof Request ? url.url : url.toString()}`;
    asked.push(name);
    const answer = answers[name];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer();
  };
  return { fetch, asked };
}

const signedOut = () => Response.json(NOBODY);
const OPTIONS = { locks: undefined, onEnded: (): void => {} };

describe('renewing a session', () => {
  it('asks for new tokens when the server knows no user', async () => {
    const { fetch, asked } = server({ 'GET /_session': signedOut, 'POST /_session/refresh': () => Response.json(ANA) });
    expect(await createRenewal({ ...OPTIONS, fetch })()).toBe('renewed');
    expect(asked).toEqual(['GET /_session', 'POST /_session/refresh']);
  });

  it('asks for nothing more when another tab has renewed the session', async () => {
    const { fetch, asked } = server({ 'GET /_session': () => Response.json(ANA) });
    expect(await createRenewal({ ...OPTIONS, fetch })()).toBe('renewed');
    expect(asked).toEqual(['GET /_session']);
  });

  it('sends one request for calls that overlap, and another one later', async () => {
    const gate = Promise.withResolvers<void>();
    const { fetch, asked } = server({
      'GET /_session': signedOut,
      'POST /_session/refresh': async () => {
        await gate.promise;
        return Response.json(ANA);
      },
    });
    const renew = createRenewal({ ...OPTIONS, fetch });
    const both = [renew(), renew()];
    gate.resolve();
    expect(await Promise.all(both)).toEqual(['renewed', 'renewed']);
    expect(asked.filter((name) => name.startsWith('POST'))).toHaveLength(1);
    await renew();
    expect(asked.filter((name) => name.startsWith('POST'))).toHaveLength(2);
  });

  it('tells the end of the session once when the refresh token is refused', async () => {
    const { fetch } = server({ 'GET /_session': signedOut, 'POST /_session/refresh': () => new Response(null, { status: 401 }) });
    let ended = 0;
    expect(await createRenewal({ locks: undefined, onEnded: () => ended++, fetch })()).toBe('ended');
    expect(ended).toBe(1);
  });

  it.each([
    ['the network fails', {}],
    ['the server is busy', { 'GET /_session': signedOut, 'POST /_session/refresh': () => new Response(null, { status: 503 }) }],
    ['there are too many requests', { 'GET /_session': signedOut, 'POST /_session/refresh': () => new Response(null, { status: 429 }) }],
  ])('keeps the session when %s', async (_name, answers) => {
    let ended = 0;
    expect(await createRenewal({ locks: undefined, onEnded: () => ended++, fetch: server(answers).fetch })()).toBe('unknown');
    expect(ended).toBe(0);
  });

  it('holds one lock of the browser while it asks', async () => {
    const { fetch, asked } = server({ 'GET /_session': signedOut, 'POST /_session/refresh': () => Response.json(ANA) });
    const log: string[] = [];
    const request = async (name: string, work: () => Promise<unknown>): Promise<unknown> => {
      log.push(`lock ${name}`);
      const result = await work();
      log.push(`unlock after ${asked.length}`);
      return result;
    };
    const renew = createRenewal({ ...OPTIONS, fetch, locks: { request: request as LockManager['request'] } });
    expect(await renew()).toBe('renewed');
    expect(log).toEqual(['lock apollo:default.refresh', 'unlock after 2']);
  });
});
