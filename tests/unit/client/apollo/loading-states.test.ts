import { NetworkStatus } from '@apollo/client';
import { expect, it } from 'vitest';
import { queryStateOf } from '../../../../client/apollo/page-queries.ts';

it.each([
  [NetworkStatus.loading, 'loading'],
  [NetworkStatus.setVariables, 'loading'],
  [NetworkStatus.fetchMore, 'loading'],
  [NetworkStatus.streaming, 'loading'],
  [NetworkStatus.refetch, 'refetch'],
  [NetworkStatus.poll, 'polling'],
  [NetworkStatus.ready, 'ready'],
  [NetworkStatus.error, 'error'],
])('network status %i is the state %s', (status, state) => {
  expect(queryStateOf(status)).toBe(state);
});
