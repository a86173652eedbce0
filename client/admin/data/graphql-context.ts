/** How screens ask the API for what is no list and no row: counts, reports, what is due. */
import { createContext, useContext } from 'react';
import type { RunGraphql } from './graphql.ts';

/** The function that runs operations with the session of this document. */
export const GraphqlContext = createContext<RunGraphql | null>(null);

/** Returns the function that runs operations. @throws outside the application. */
export function useGraphql(): RunGraphql {
  const run = useContext(GraphqlContext);
  if (run === null) throw new Error('useGraphql needs a GraphqlContext above it');
  return run;
}
