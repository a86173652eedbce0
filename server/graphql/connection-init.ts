/**
 * Authorises a subscription connection: `connection_init` (graphql-transport-ws) carries the headers by which the backend knows the caller.
 * Scripts cannot read the token cookie, so the server adds the token.
 */

/**
 * Returns a `connection_init` message with the visitor's authorization in its headers, and any other message unchanged. The cookie takes
 * precedence over a header that the script sent. `x-hasura-*` headers other than the role are dropped: with them anyone could claim session
 * variables or try admin secrets.
 */
export function authorizeConnectionInit(text: string, authorization: string | null): string {
  const message = parse(text);
  if (message === null || message['type'] !== 'connection_init') return text;
  const payload = isObject(message['payload']) ? message['payload'] : {};
  const given = isObject(payload['headers']) ? payload['headers'] : {};
  const headers: Record<string, unknown> = Object.fromEntries(Object.entries(given).filter(([name]) => isForwarded(name, authorization)));
  if (authorization !== null) headers['Authorization'] = authorization;
  return JSON.stringify({ ...message, payload: { ...payload, headers } });
}

function isForwarded(name: string, authorization: string | null): boolean {
  const lower = name.toLowerCase();
  if (lower === 'authorization') return authorization === null;
  return !lower.startsWith('x-hasura-') || lower === 'x-hasura-role';
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : null;
  } catch {
    // Passed on unchanged: the backend answers a message that is not JSON with its close code 4400.
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
