/** The person's session with the server (`/_session`). The tokens are HttpOnly cookies: this knows who is signed in and nothing secret. */

const SESSION_PATH = '/_session';

export interface SignedInUser {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
}

export interface SessionState {
  readonly user: SignedInUser;
  readonly role: string;
}

export interface Session {
  /** Who is signed in; null when nobody is. Renews an expired session once. */
  current(): Promise<SessionState | null>;
  /** Renews the session; concurrent calls are one request. */
  refresh(): Promise<boolean>;
  end(): Promise<void>;
}

/** Roles that may use the application. What each may do is decided by the API. */
const EDITING_ROLES = new Set(['editor', 'administrador']);

/** Makes the session of this document. */
export function createSession(fetchFrom: typeof fetch): Session {
  let renewal: Promise<boolean> | null = null;
  let known: SessionState | null = null;
  const request = (path: string, method: 'GET' | 'POST'): Promise<Response> =>
    fetchFrom(path, {
      method,
      credentials: 'same-origin',
      headers: { Accept: 'application/json', ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}) },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
  const refresh = (): Promise<boolean> => {
    renewal ??= request(`${SESSION_PATH}/refresh`, 'POST')
      .then(({ ok }) => ok)
      .finally(() => {
        renewal = null;
      });
    return renewal;
  };
  const read = async (): Promise<SessionState | null> => {
    const response = await request(SESSION_PATH, 'GET');
    return response.ok ? parseSession(await response.json()) : null;
  };
  return {
    current: async () => {
      known ??= await read();
      if (known === null && (await refresh())) known = await read();
      return known;
    },
    refresh: async () => {
      const renewed = await refresh();
      if (!renewed) known = null;
      return renewed;
    },
    end: async () => {
      known = null;
      await request(`${SESSION_PATH}/end`, 'POST');
    },
  };
}

/** Reads the answer of `GET /_session`; null for nobody, and for somebody who does not edit. */
function parseSession(value: unknown): SessionState | null {
  if (!isObject(value) || !isObject(value['user'])) return null;
  const { user, role } = value;
  if (typeof role !== 'string' || !EDITING_ROLES.has(role)) return null;
  return { role, user: { id: text(user['id']), displayName: text(user['displayName']), email: text(user['email']) } };
}

function isObject(value: unknown): value is Record<string, Record<string, unknown>> & Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
