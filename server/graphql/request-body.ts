import type { GraphqlRequest } from '../backend/backend.ts';
import { type Refused, refused } from './refusal.ts';
import { parseRequestJson } from './request-json.ts';

export type ParsedRequest = { readonly kind: 'request'; readonly request: GraphqlRequest } | Refused;

/** `batch`: a JSON array of requests, which is answered by an array. */
export type ParsedBody = ParsedRequest | { readonly kind: 'batch'; readonly requests: readonly ParsedRequest[] };

/** Requests in one batch; the batching links of the common clients send 10. */
const MAX_BATCH = 20;

/** Reads the text of a GraphQL request or of a batch of them. */
export function parseRequestBody(text: string): ParsedBody {
  let body: unknown;
  try {
    body = parseRequestJson(text);
  } catch {
    return refused('invalid-json', 'Error in $: Failed reading: not a valid json value');
  }
  if (!Array.isArray(body)) return parseRequest(body);
  if (body.length > MAX_BATCH) return refused('bad-request', `a batch may hold ${MAX_BATCH} requests at most`);
  return { kind: 'batch', requests: body.map(parseRequest) };
}

/** Keys other than `query`, `variables` and `operationName` are ignored, but a client that sends a persisted query is told that there are none. */
function parseRequest(body: unknown): ParsedRequest {
  if (!isObject(body)) return refused('parse-failed', 'the request must be a JSON object');
  if (isObject(body['extensions']) && isObject(body['extensions']['persistedQuery'])) {
    return refused('not-supported', 'Automatic Persisted Queries is not enabled');
  }
  const { query, variables, operationName } = body;
  if (typeof query !== 'string') return refused('parse-failed', "the key 'query' must be a string", '$.query');
  if (!isAbsent(variables) && !isObject(variables)) return refused('parse-failed', "the key 'variables' must be an object", '$.variables');
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    return refused('parse-failed', "the key 'operationName' must be a string", '$.operationName');
  }
  return { kind: 'request', request: { query, variables: variables ?? null, operationName: operationName ?? null } };
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
