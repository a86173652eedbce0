import { ApolloClient, type ApolloLink, InMemoryCache } from '@apollo/client';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { publicMessage } from '../../../../client/apollo/call-error.ts';
import { createHttpLink, postGraphql } from '../../../../client/apollo/http-link.ts';
import { type CallKind, isRetried, pauseBeforeRetry } from '../../../../client/apollo/retry.ts';
import { createWaiting, type Wait } from '../../../../client/apollo/waiting.ts';
import type { RenewalOutcome } from '../../../../client/session/renewal.ts';

const CALL = { query: 'query Q { a }', variables: { x: 1 }, operationName: 'Q' };

/** A fetch that gives the answers in order; an Error stands for a failing network. */
function fakeFetch(...answers: readonly (Response | Error)[]) {
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const left = [...answers];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: url instanceof Request ? url.url : url.toString(), init });
    const answer = left.shift();
    if (answer === undefined) throw new Error('the test has no answer left');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, sent };
}

const json = (body: unknown, status = 200): Response => Response.json(body, { status });
const post = (
  kind: CallKind,
  fetch: typeof globalThis.fetch,
  signal = new AbortController().signal,
  wait: Wait = () => Promise.reject(new Error('nothing is to be waited for')),
) => postGraphql(CALL, kind, signal, { url: '/v1/graphql', fetch, wait, renew });

/** The session of a call whose token is never refused. */
const renew = (): Promise<never> => Promise.reject(new Error('nothing is to be renewed'));

describe('a GraphQL call', () => {
  it('a GraphQL call is a POST of query, variables and operation name to the own origin', async () => {
    const { fetch, sent } = fakeFetch(json({ data: { a: 1 } }));
    expect(await post('query', fetch)).toEqual({ a: 1 });
    expect(sent[0]).toMatchObject({ url: '/v1/graphql', init: { method: 'POST', credentials: 'same-origin', body: JSON.stringify(CALL) } });
  });

  it('asks in the role of a reader, so that an editor sees what is published', async () => {
    const { fetch, sent } = fakeFetch(json({ data: { a: 1 } }));
    await post('query', fetch);
    expect(new Headers(sent[0]?.init.headers).get('x-hasura-role')).toBe('user');
  });

  it.each([
    ["the first error's message", json({ errors: [{ message: 'um' }, { message: 'dois' }] }), 'um'],
    ["the first error's message of a bad status", json({ errors: [{ message: 'um' }] }, 400), 'um'],
    ['the status of an answer without errors', json({}, 418), 'GraphQL Error (Code: 418)'],
    ['the status of an error without a message', json({ errors: [{}] }), 'GraphQL Error (Code: 200)'],
    ['the status of a body that is not JSON', new Response('<html>', { status: 404 }), 'GraphQL Error (Code: 404)'],
    ['the status of an answer without data', json({ data: null }), 'GraphQL Error (Code: 200)'],
  ])('fails with %s', async (_name, answer, message) => {
    const { fetch } = fakeFetch(answer);
    await expect(post('query', fetch)).rejects.toMatchObject({ message: message });
  });

  it('a GraphQL call fails with the network message after two failures of the network', async () => {
    const { fetch, sent } = fakeFetch(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'));
    await expect(post('query', fetch)).rejects.toMatchObject({ message: 'Network request failed' });
    expect(sent).toHaveLength(2);
  });

  it('an aborted GraphQL call fails with the timeout message and is not repeated', async () => {
    const { fetch, sent } = fakeFetch(new DOMException('cut', 'AbortError'));
    await expect(post('query', fetch, AbortSignal.abort())).rejects.toThrow('timed out');
    expect(sent).toHaveLength(1);
  });

  it('an error of a GraphQL call reaches its caller with its own message', async () => {
    const { fetch } = fakeFetch(json({ errors: [{ message: 'primeiro' }] }));
    const link: ApolloLink = createHttpLink({ url: '/v1/graphql', fetch, wait: async () => undefined, renew });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    await expect(client.query({ query: parse('query Q { a }') })).rejects.toMatchObject({ message: 'primeiro' });
  });
});

describe('a failed call is repeated', () => {
  const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504];
  const OTHERS = [400, 403, 404, 405, 410, 413, 415, 422, 501, 505];

  it.each(RETRIED)('a query answered with %i is repeated once, a mutation never', async (status) => {
    const read = fakeFetch(json({}, status), json({ data: { a: 1 } }));
    expect(await post('query', read.fetch)).toEqual({ a: 1 });
    const twice = fakeFetch(json({}, status), json({}, status));
    await expect(post('query', twice.fetch)).rejects.toThrow(`GraphQL Error (Code: ${status})`);
    expect(twice.sent).toHaveLength(2);
    const write = fakeFetch(json({}, status));
    await expect(post('mutation', write.fetch)).rejects.toThrow(`GraphQL Error (Code: ${status})`);
    expect(write.sent).toHaveLength(1);
  });

  it.each(OTHERS)('a call answered with %i is not repeated', async (status) => {
    const { fetch, sent } = fakeFetch(json({}, status));
    await expect(post('query', fetch)).rejects.toThrow(`GraphQL Error (Code: ${status})`);
    expect(sent).toHaveLength(1);
  });

  it('a mutation is not repeated when the network fails', async () => {
    const { fetch, sent } = fakeFetch(new TypeError('Failed to fetch'));
    await expect(post('mutation', fetch)).rejects.toThrow('Network request failed');
    expect(sent).toHaveLength(1);
  });

  it('repeats a query that got no status once, and no mutation', () => {
    expect(isRetried('query', { status: null, retries: 0 })).toBe(true);
    expect(isRetried('query', { status: null, retries: 1 })).toBe(false);
    expect(isRetried('mutation', { status: null, retries: 0 })).toBe(false);
  });
});

describe('the pause that a busy server asks for (RFC 9110 section 10.2.3)', () => {
  const NOW = Date.parse('2026-03-01T12:00:00Z');

  it.each([
    ['seconds', '5', 5_000],
    ['the longest pause', '10', 10_000],
    ['a date', 'Sun, 01 Mar 2026 12:00:07 GMT', 7_000],
    ['a date that has passed', 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['nothing', null, 0],
    ['no date and no number', 'soon', 0],
    ['more than anyone should wait without knowing', '60', null],
    ['a date far away', 'Mon, 02 Mar 2026 12:00:00 GMT', null],
  ])('%s', (_name, field, pause) => {
    const headers = new Headers(field === null ? {} : { 'Retry-After': field });
    expect(pauseBeforeRetry({ headers }, NOW)).toBe(pause);
  });

  const busy = (status: number, seconds: number): Response => Response.json({}, { status, headers: { 'Retry-After': String(seconds) } });

  it.each([429, 503])('a query answered with %i is repeated after the pause of Retry-After', async (status) => {
    const waits: number[] = [];
    const { fetch, sent } = fakeFetch(busy(status, 3), json({ data: { a: 1 } }));
    const wait: Wait = async (ms) => void waits.push(ms, sent.length);
    expect(await post('query', fetch, new AbortController().signal, wait)).toEqual({ a: 1 });
    expect([waits, sent.length]).toEqual([[3_000, 1], 2]);
  });

  it('a query is not repeated when Retry-After is too long, and the visitor reads the error of the server', async () => {
    const { fetch, sent } = fakeFetch(busy(429, 60));
    const error = await post('query', fetch).catch((thrown: unknown) => thrown);
    expect(sent).toHaveLength(1);
    expect(publicMessage(error)).toBe('Muitos pedidos em pouco tempo. Aguarde um minuto e tente de novo.');
  });

  it('a wait is shown until the last of several ends or its caller leaves', async () => {
    const timers: (() => void)[] = [];
    let cancelled = 0;
    const { wait, isWaiting } = createWaiting((_ms, callback) => {
      timers.push(callback);
      return () => void cancelled++;
    });
    const leave = new AbortController();
    const first = wait(1_000, new AbortController().signal);
    const second = wait(2_000, leave.signal);
    expect(isWaiting.get()).toBe(true);
    timers[0]?.();
    await first;
    expect(isWaiting.get()).toBe(true);
    leave.abort();
    await second;
    expect([isWaiting.get(), cancelled]).toEqual([false, 1]);
    await wait(1_000, leave.signal);
    expect(timers).toHaveLength(2);
  });
});

describe('what a visitor reads of an error', () => {
  it.each([
    [new Error('Network request failed'), 'Network request failed'],
    [
      new Error('O conteúdo demorou demais para responder (timed out). Tente de novo.'),
      'O conteúdo demorou demais para responder (timed out). Tente de novo.',
    ],
    [new Error('relation "x" does not exist'), 'Ocorreu um problema no site. Tente de novo em alguns minutos.'],
    ['texto', 'Ocorreu um problema no site. Tente de novo em alguns minutos.'],
  ])('%s', (error, message) => {
    expect(publicMessage(error)).toBe(message);
  });
});

describe('a call whose token is refused', () => {
  const REFUSALS: readonly (readonly [string, () => Response])[] = [
    ['status 401', () => json({ errors: [{ message: 'no' }] }, 401)],
    [
      'the code invalid-jwt',
      () => json({ errors: [{ message: 'Could not verify JWT: JWTExpired', extensions: { code: 'invalid-jwt', path: '$' } }] }),
    ],
  ];
  const send = async (kind: CallKind, answers: readonly Response[], outcome: RenewalOutcome) => {
    const { fetch, sent } = fakeFetch(...answers);
    let renewals = 0;
    const result = await postGraphql(CALL, kind, new AbortController().signal, {
      url: '/v1/graphql',
      fetch,
      wait: async () => undefined,
      renew: async () => {
        renewals++;
        return outcome;
      },
    }).catch((error: unknown) => error);
    return { result, sent: sent.length, renewals };
  };

  it.each(REFUSALS)('%s renews the session and sends the call once more, a mutation too', async (_name, refusal) => {
    for (const kind of ['query', 'mutation'] as const)
      expect(await send(kind, [refusal(), json({ data: { a: 1 } })], 'renewed')).toEqual({ result: { a: 1 }, sent: 2, renewals: 1 });
  });

  it.each(REFUSALS)('%s of an ended session sends the call once more, as the public', async (_name, refusal) => {
    expect(await send('query', [refusal(), json({ data: { a: 1 } })], 'ended')).toEqual({ result: { a: 1 }, sent: 2, renewals: 1 });
  });

  it.each(REFUSALS)('%s fails when it comes again, and when the server cannot be asked for a renewal', async (_name, refusal) => {
    const error = expect.objectContaining({ name: 'GraphqlCallError' });
    expect(await send('query', [refusal(), refusal()], 'renewed')).toEqual({ result: error, sent: 2, renewals: 1 });
    expect(await send('query', [refusal()], 'unknown')).toEqual({ result: error, sent: 1, renewals: 1 });
  });
});
