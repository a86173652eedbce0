/**
 * Messages of a subscription's client (graphql-transport-ws), read before they go to the endpoint. `connection_init` carries the header fields
 * by which the backend knows the caller; scripts cannot read the token cookie, so the server adds the token.
 */

import { parseRequestJson } from './request-json.ts';

export type ClientMessage =
  | { readonly kind: 'init'; readonly text: string }
  | { readonly kind: 'other'; readonly text: string }
  /** Not a JSON object. */
  | { readonly kind: 'invalid' };

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a message. `text` is written anew from what was read: the endpoint's parser might read the received text in another way (which of
 * two members of one name counts), and then find what was not checked here.
 *
 * A `connection_init` gets `authorization`, unless the script sent its own: the header takes precedence over the cookie, as it does over
 * HTTP. `x-hasura-*` fields other than the role are dropped: with them anyone could claim session variables or try admin secrets.
 */
export function readClientMessage(text: string, authorization: string | null): ClientMessage {
  const message = parsed(text);
  if (message === null) return { kind: 'invalid' };
  if (message['type'] !== 'connection_init') return { kind: 'other', text: JSON.stringify(message) };
  const payload = isObject(message['payload']) ? message['payload'] : {};
  const given = isObject(payload['headers']) ? payload['headers'] : {};
  const headers = authorized(Object.fromEntries(Object.entries(given).filter(([name]) => isForwarded(name))), authorization);
  return { kind: 'init', text: JSON.stringify({ ...message, payload: { ...payload, headers } }) };
}

function authorized(headers: JsonObject, authorization: string | null): JsonObject {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return hasOwn || authorization === null ? headers : { ...headers, Authorization: authorization };
}

function isForwarded(name: string): boolean {
  const lower = name.toLowerCase();
  return !lower.startsWith('x-hasura-') || lower === 'x-hasura-role';
}

function parsed(text: string): JsonObject | null {
  try {
    const message: unknown = parseRequestJson(text);
    return isObject(message) ? message : null;
  } catch {
    // Not JSON, or nested too deeply to be read: such a message is refused.
    return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
