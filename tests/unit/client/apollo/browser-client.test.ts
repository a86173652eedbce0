import { ApolloLink, Observable } from '@apollo/client';
import { parse } from 'graphql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageClient } from '../../../../client/apollo/browser-client.ts';

const QUERY = parse('query Versao { versao }');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('answers forced fetches from what the server rendered for the first 100 ms (specification section 9)', async () => {
  let asked = 0;
  const link = new ApolloLink(() => {
    asked++;
    return new Observable((observer) => {
      observer.next({ data: { versao: 'do servidor de dados' } });
      observer.complete();
    });
  });
  const client = createPageClient(link, 0);
  client.writeQuery({ query: QUERY, data: { versao: 'da página' } });
  const forced = async (): Promise<unknown> => (await client.query({ query: QUERY, fetchPolicy: 'network-only' })).data;
  vi.advanceTimersByTime(99);
  expect(await forced()).toEqual({ versao: 'da página' });
  expect(asked).toBe(0);
  vi.advanceTimersByTime(1);
  expect(await forced()).toEqual({ versao: 'do servidor de dados' });
  expect(asked).toBe(1);
  client.stop();
});
