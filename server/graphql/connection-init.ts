/**
 * The first message of a subscription connection (`connection_init` of graphql-transport-ws) is where the backend learns who is there.
 * The browser's script cannot read the token, so the server puts it in.
 */

/**
 * Returns the message with the visitor's authorization in its headers; every message that is not a `connection_init` comes back as it is.
 * The cookie wins over what the script sent. `x-hasura-*` headers but the role are dropped: with them a stranger could claim session
 * variables, or try admin secrets through us.
 */
export function authorizeConnectionInit(text: string, authorization: string | null): string {
  const message = parse(text);
  if (message === null || message['type'] !== 'connection_init') return text;
  const payload = isObject(message['payload']) ? message['payload'] : {};
  const given = isObject(payload['headers']) ? payload['headers'] : {};
  const headers: Record<string, unknown> = Object.fromEntries(Object.entries(given).filter(([name]) => isPassedOn(name, authorization)));
  if (authorization !== null) headers['Authorization'] = authorization;
  return JSON.stringify({ ...message, payload: { ...payload, headers } });
}

function isPassedOn(name: string, authorization: string | null): boolean {
  const lower = name.toLowerCase();
  if (lower === 'authorization') return authorization === null;
  return !lower.startsWith('x-hasura-') || lower === 'x-hasura-role';
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : null;
  } catch {
    // The backend answers a message that is not JSON with its own close code (4400); it is passed on for that.
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
