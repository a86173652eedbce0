/** How screens ask the API for what is no list and no row: counts, reports, what is due. */
import { createContext } from 'react';
import type { RunGraphql } from './graphql.ts';

/**
 * The function that runs operations with the session of this document. It repeats an operation once after it renewed an expired session, and
 * its errors say in Portuguese what to do.
 *
 * Null outside the application.
 */
export const GraphqlContext = createContext<RunGraphql | null>(null);
