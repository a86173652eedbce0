import { ApolloLink, Observable } from '@apollo/client';
import { parse } from 'graphql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageQueries } from '../../../../client/apollo/page-queries.ts';
import type { KnownResult, QueryProgress } from '../../../../client/apollo/queries.ts';
import type { OperationCall } from '../../../../shared/routes/types.ts';

const TREES = { Notas: parse('query Notas { nota { __typename id texto } }') };
/** Time that the network takes. */
const ANSWER_MS = 10;

const QUESTION = { operation: 'Notas', variables: {} } as unknown as OperationCall;
const nota = (texto: string): Record<string, unknown> => ({ nota: [{ __typename: 'nota', id: 1, texto }] });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function scene(known: readonly KnownResult[] = [{ ...QUESTION, data: nota('da página') }]) {
  let asked = 0;
  const link = new ApolloLink(
    () =>
      new Observable((observer) => {
        asked++;
        setTimeout(() => {
          observer.next({ data: nota(`resposta ${asked}`) });
          observer.complete();
        }, ANSWER_MS);
      }),
  );
  // Older than the 100 ms in which a forced fetch is answered from what the server rendered.
  return { queries: pageQueries(link, TREES, known, 1_000), asked: () => asked };
}

it('answers from the results that the page came with, which are in the cache from the start', async () => {
  const { queries, asked } = scene();
  expect(await queries.ask(QUESTION)).toEqual(nota('da página'));
  expect(asked()).toBe(0);
});

it('asks the network for what the page came without', async () => {
  const { queries, asked } = scene([]);
  const answer = queries.ask(QUESTION);
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect(await answer).toEqual(nota('resposta 1'));
  expect(asked()).toBe(1);
});

it('watches: tells what is known, then each poll, until it is stopped', async () => {
  const { queries, asked } = scene();
  const told: QueryProgress[] = [];
  const watched = queries.watch(QUESTION, 60_000, (progress) => told.push(progress));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([{ state: 'ready', data: nota('da página'), error: undefined }]);
  watched.refetch();
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect(told.map(({ state }) => state)).toEqual(['ready', 'refetch', 'ready']);
  await vi.advanceTimersByTimeAsync(60_000 + ANSWER_MS);
  expect(told.at(-1)).toEqual({ state: 'ready', data: nota('resposta 2'), error: undefined });
  watched.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked()).toBe(2);
});
