/** The caller of a request, as the routers of the site ask for it. */
import type { IncomingHttpHeaders } from 'node:http';
import { ADMINISTRATOR_ROLE } from '../../../shared/session/page-session.ts';
import type { Caller, GraphqlErrorEntry } from '../backend.ts';

/** The caller of a request, or why its credentials were refused and with which status. */
export type Identity =
  | {
      readonly kind: 'caller';
      readonly caller: Caller;
      /** When the token expires that named the caller, in milliseconds since 1970; absent without a token. */
      readonly expiresAt?: number;
    }
  | { readonly kind: 'refused'; readonly error: GraphqlErrorEntry; readonly status: 200 | 401 | 403 };

/** The part of a request that says who calls. */
export interface CredentialsOf {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Names the caller of a request. The field `Authorization` wins over the cookie. */
export type Identify = (request: CredentialsOf) => Promise<Identity>;

/** The role of administrators, and that of a caller with the admin secret. */
const ADMINISTRATORS: ReadonlySet<string> = new Set([ADMINISTRATOR_ROLE, 'admin']);

/** Says whether a caller administers the site, by the role that the request has chosen among those of its token. */
export function isAdministrator({ role, trust }: Pick<Caller, 'role' | 'trust'>): boolean {
  return trust !== 'anonymous' && ADMINISTRATORS.has(role);
}
