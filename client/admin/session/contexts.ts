/** What screens take from the session of this document: the permissions of the role, and the way to ask the API. */
import { createContext, useContext } from 'react';
import { ADMINISTRATOR_ROLE } from '../../../shared/session/page-session.ts';
import type { CaseDrafts } from '../cases/drafts/case-drafts.ts';
import type { Access, TableAccess } from '../data/access.ts';
import type { RunGraphql } from '../data/graphql.ts';
import type { FollowGraphql } from '../data/live.ts';
import type { DraftStore } from '../editing/drafts/draft-store.ts';
import type { UploadSession } from '../editing/files/upload.ts';
import type { Presence } from '../editing/presence/presence-signs.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Session } from './session.ts';

/** Permissions by table; empty until they are read. */
export const AccessContext = createContext<Access>(new Map());

const NOTHING: TableAccess = { readable: new Set(), insertable: new Set(), changeable: new Set(), canDelete: false };

/** Returns what the role may do with a table. */
export function useTableAccess(table: string): TableAccess {
  return useContext(AccessContext).get(table) ?? NOTHING;
}

/** For what is no list and no row: counts, reports, what is due. Null outside the application. */
export const GraphqlContext = createContext<RunGraphql | null>(null);

/** Follows what others change while a screen shows it; null outside the application. */
export const FollowContext = createContext<FollowGraphql | null>(null);

/** Renews an expired session for requests that go another way, such as uploads; nothing can be renewed outside the application. */
export const RenewalContext = createContext<Reauthentication['renew']>(() => Promise.resolve(false));

/** Asks as one who answers the cases of citizens; null for a person who does not, and outside the application. */
export const CasesContext = createContext<RunGraphql | null>(null);

/** Whether the person edits the content. */
export const EditingContext = createContext(false);

/** Unsaved texts; null outside the application. */
export const DraftContext = createContext<DraftStore | null>(null);

/** Unsaved texts about citizens; null outside the application. */
export const CaseDraftsContext = createContext<CaseDrafts | null>(null);

/** Which other editors have which row open; null outside the application. */
export const PresenceContext = createContext<Presence | null>(null);

/** The way back into a session that has ended; null outside the application. */
export const ReentryContext = createContext<Reauthentication | null>(null);

/** The session of this document; null outside the application. */
export const SessionContext = createContext<Session | null>(null);

/** Binds uploads, which do not go by the `fetch` of the document, to its person. */
export function useUploadSession(): UploadSession {
  const renew = useContext(RenewalContext);
  const session = useContext(SessionContext);
  return { isOwn: () => session?.noted() !== 'of-another', renew: () => renew({ quiet: false }) };
}

/** Says whether the person administers the site. */
export function useIsAdministrator(): boolean {
  return useContext(SessionContext)?.known()?.role === ADMINISTRATOR_ROLE;
}

/** Sends requests with a session that is renewed when it has expired; a plain `fetch` outside the application. */
export const FetchContext = createContext<typeof fetch>((input, init) => fetch(input, init));
