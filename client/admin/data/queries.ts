/** What screens have read, kept for the time of the document. */
import { type Query, QueryClient } from '@tanstack/react-query';
import { isSignedOut, type Reauthentication } from '../session/reauthentication.ts';

/** The library's own number of retries, which a `retry` function of ours replaces. */
const RETRIES = 3;

/** Makes the store. A read that met the end of the session is not tried again before the person has signed in, and then where a screen waits for it. */
export function createQueries(reauthentication: Pick<Reauthentication, 'state' | 'subscribe'>): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: (failures, error) => !isSignedOut(error) && failures < RETRIES } },
  });
  reauthentication.subscribe(() => {
    if (reauthentication.state() !== 'signed-in') return;
    // A form whose row is there is not filled again: a person may be writing in it. A choice in it that was read in vain would stay marked as faulty.
    const isFilledForm = ({ queryKey, state }: Query): boolean => queryKey[1] === 'getOne' && state.data !== undefined;
    void queries.refetchQueries({ type: 'active', predicate: (query) => isSignedOut(query.state.error) && !isFilledForm(query) });
  });
  return queries;
}
