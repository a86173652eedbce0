/** The operations that an anonymous visitor may run: those that the site's own pages use, and no other (decision 0007). */
import { GraphQLError, parse, print } from 'graphql';
import type { Caller, GraphqlRequest } from '../backend/backend.ts';
import { refused } from './refusal.ts';
import type { ParsedRequest } from './request-body.ts';

/** Characters of the longest text that is parsed and compared; the known operations are much shorter. */
const MAX_TEXT_LENGTH = 32_768;

/** Tokens that are parsed at most, because parsing is the only cost of an unknown text. */
const MAX_TOKENS = 4_000;

/**
 * Characters of all variables as JSON. A thousand keys, more than which no request may name, have fewer. What is compared with each row costs in
 * proportion: a pattern of a megabyte took the database in process 0.9 s for 54 rows.
 */
const MAX_VARIABLES_LENGTH = 65_536;

/**
 * Bytes of a text among the variables. Postgres has no word of more than 2,046 bytes, sign included, and a list that is filtered by one fails; the
 * texts of the site's own addresses have a few hundred characters.
 */
const MAX_TEXT_BYTES = 2_000;

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

/** Returns the request with its query in the known spelling, so that the backend prepares each operation once, or says why an anonymous caller may not ask it. */
export function permittedRequest(request: GraphqlRequest, caller: Caller, findAllowed: FindAllowedOperation): ParsedRequest {
  if (caller.trust !== 'anonymous') return { kind: 'request', request };
  if (JSON.stringify(request.variables ?? null).length > MAX_VARIABLES_LENGTH) {
    return refused('validation-failed', `the variables are longer than ${MAX_VARIABLES_LENGTH} characters`, '$.variables');
  }
  if (Object.values(request.variables ?? {}).some((value) => typeof value === 'string' && Buffer.byteLength(value) > MAX_TEXT_BYTES)) {
    return refused('validation-failed', `a text among the variables is longer than ${MAX_TEXT_BYTES} bytes`, '$.variables');
  }
  const query = findAllowed(request.query);
  if (query === null) return refused('validation-failed', 'only the known operations of this site may be run', '$.query');
  return { kind: 'request', request: { ...request, query } };
}
