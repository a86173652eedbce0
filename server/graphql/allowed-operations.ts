/** The operations that an anonymous visitor may run: those that the site's own pages use, and no other (decision 0007). */
import { GraphQLError, parse, print } from 'graphql';
import type { Caller, GraphqlRequest } from '../backend/backend.ts';

/** Characters of the longest text that is parsed and compared; the known operations are much shorter. */
const MAX_TEXT_LENGTH = 32_768;

/** Tokens that are parsed at most, because parsing is the only cost of an unknown text. */
const MAX_TOKENS = 4_000;

/**
 * Characters of all variables as JSON. A thousand keys, more than which no request may name, have fewer. What is compared with each row costs in
 * proportion: a pattern of a megabyte took the database in process 0.9 s for 54 rows.
 */
const MAX_VARIABLES_LENGTH = 65_536;

/** Finds the known text of a query, or null. White space, commas and comments are ignored. */
export type FindAllowedOperation = (text: string) => string | null;

/** Prepares the search among `texts`; null where anonymous callers may run any text. @throws when one of them is not GraphQL, which only a broken build contains. */
export function createAllowedOperations(texts: Iterable<string> | null): FindAllowedOperation {
  if (texts === null) return (text) => text;
  const exact = new Set(texts);
  const byNormalForm = new Map([...exact].map((text) => [print(parse(text, { noLocation: true })), text]));
  return (text) => {
    if (exact.has(text)) return text;
    const normalForm = normalise(text);
    return normalForm === null ? null : (byNormalForm.get(normalForm) ?? null);
  };
}

function normalise(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  try {
    return print(parse(text, { noLocation: true, maxTokens: MAX_TOKENS }));
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** Returns the request with its query in the known spelling, so that the backend prepares each operation once; null when it is unknown or its variables are too long. */
export function permittedRequest(request: GraphqlRequest, caller: Caller, findAllowed: FindAllowedOperation): GraphqlRequest | null {
  if (caller.trust !== 'anonymous') return request;
  if (JSON.stringify(request.variables ?? null).length > MAX_VARIABLES_LENGTH) return null;
  const query = findAllowed(request.query);
  return query === null ? null : { ...request, query };
}
