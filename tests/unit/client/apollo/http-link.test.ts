import { ApolloClient, type ApolloLink, InMemoryCache } from '@apollo/client';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { publicMessage } from '../../../../client/apollo/call-error.ts';
import { createHttpLink, postGraphql } from '../../../../client/apollo/http-link.ts';
import { type CallKind, isRetried } from '../../../../client/apollo/retry.ts';

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
const post = (kind: CallKind, fetch: typeof globalThis.fetch, signal = new AbortController().signal) =>
  postGraphql(CALL, kind, signal, { url: '/v1/graphql', fetch });

describe('a GraphQL call', () => {
  it('is a POST of query, variables and operation name to our own origin', async () => {
    const { fetch, sent } = fakeFetch(json({ data: { a: 1 } }));
    expect(await post('query', fetch)).toEqual({ a: 1 });
    expect(sent[0]).toMatchObject({ url: '/v1/graphql', init: { method: 'POST', credentials: 'same-origin', body: JSON.stringify(CALL) } });
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

  it('fails with the network message when the network does, after a second try', async () => {
    const { fetch, sent } = fakeFetch(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'));
    await expect(post('query', fetch)).rejects.toMatchObject({ message: 'Network request failed' });
    expect(sent).toHaveLength(2);
  });

  it('says that it timed out when it was cut, without another try', async () => {
    const { fetch, sent } = fakeFetch(new DOMException('cut', 'AbortError'));
    await expect(post('query', fetch, AbortSignal.abort())).rejects.toThrow('timed out');
    expect(sent).toHaveLength(1);
  });

  it('goes through the client with its own message', async () => {
    const { fetch } = fakeFetch(json({ errors: [{ message: 'primeiro' }] }));
    const link: ApolloLink = createHttpLink({ url: '/v1/graphql', fetch });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    await expect(client.query({ query: parse('query Q { a }') })).rejects.toMatchObject({ message: 'primeiro' });
  });
});

describe('a failed call is repeated', () => {
  const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504];
  const OTHERS = [400, 401, 403, 404, 405, 410, 413, 415, 422, 501, 505];

  it.each(RETRIED)('once for a read on %i, never for a write', async (status) => {
    const read = fakeFetch(json({}, status), json({ data: { a: 1 } }));
    expect(await post('query', read.fetch)).toEqual({ a: 1 });
    const twice = fakeFetch(json({}, status), json({}, status));
    await expect(post('query', twice.fetch)).rejects.toThrow(`GraphQL Error (Code: ${status})`);
    expect(twice.sent).toHaveLength(2);
    const write = fakeFetch(json({}, status));
    await expect(post('mutation', write.fetch)).rejects.toThrow(`GraphQL Error (Code: ${status})`);
    expect(write.sent).toHaveLength(1);
  });

  it.each(OTHERS)('never on %i', async (status) => {
    const { fetch, sent } = fakeFetch(json({}, status));
    await expect(post('query', fetch)).rejects.toThrow(`GraphQL Error (Code: ${status})`);
    expect(sent).toHaveLength(1);
  });

  it('never for a write when the network fails', async () => {
    const { fetch, sent } = fakeFetch(new TypeError('Failed to fetch'));
    await expect(post('mutation', fetch)).rejects.toThrow('Network request failed');
    expect(sent).toHaveLength(1);
  });

  it('by the same rule wherever it is asked', () => {
    expect(isRetried('query', { status: null, retries: 0 })).toBe(true);
    expect(isRetried('query', { status: null, retries: 1 })).toBe(false);
    expect(isRetried('mutation', { status: null, retries: 0 })).toBe(false);
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
