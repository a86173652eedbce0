/** What the screens of one document share: the session, the way to the API, unsaved texts, and who is where. */
import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider, DataProvider } from 'react-admin';
import { SYSTEM_TIMERS } from '../../shared/time/timers.ts';
import { createAccountCalls, withAccountAccess, withAccounts } from './accounts/account-provider.ts';
import { IMPORT_TABLE } from './cases/desk-access.ts';
import { type CaseDrafts, createCaseDrafts } from './cases/drafts/case-drafts.ts';
import { type Access, readAccessOf } from './data/access.ts';
import { withFormErrors } from './data/form-errors.ts';
import { createGraphqlClient, type RunGraphql } from './data/graphql.ts';
import { createLiveQueries, type FollowGraphql, ownSocketUrl } from './data/live.ts';
import { createDataProvider } from './data/provider.ts';
import { createQueries } from './data/queries.ts';
import { createDraftStore, type DraftStore } from './editing/drafts/draft-store.ts';
import { withoutSavedDrafts } from './editing/drafts/saved-drafts.ts';
import { createPresence, type Presence } from './editing/presence/presence-signs.ts';
import { ALL_TYPES } from './resources/content-types.ts';
import { REPORT_TABLES } from './screens/dashboard/report.ts';
import { createAuthProvider, leaveWindow } from './session/auth-provider.ts';
import { createOwnFetch, createReauthentication, createSignedInFetch, type Reauthentication } from './session/reauthentication.ts';
import { createSession, type Session } from './session/session.ts';
import { createSessionMark } from './session/session-mark.ts';

export interface Services {
  readonly session: Session;
  readonly reauthentication: Reauthentication;
  readonly run: RunGraphql;
  readonly follow: FollowGraphql;
  /** For requests that go another way than GraphQL. */
  readonly fetch: typeof fetch;
  readonly access: () => Promise<Access>;
  readonly drafts: DraftStore;
  readonly caseDrafts: CaseDrafts;
  readonly presence: Presence;
  readonly queries: QueryClient;
  readonly dataProvider: DataProvider;
  readonly authProvider: AuthProvider;
}

/** What screens read: content types, their vocabularies, and reports. */
const TABLES = [...new Set([...ALL_TYPES.map(({ table }) => table), ...REPORT_TABLES, IMPORT_TABLE])];

/** Makes the services of this document. Nothing is asked before a screen needs it. */
export function createServices(): Services {
  const session = createSession((input, init) => fetch(input, init), { mark: createSessionMark(window) });
  const fetchOwn = createOwnFetch((input, init) => fetch(input, init), session);
  const reauthentication = createReauthentication(session);
  window.addEventListener('storage', reauthentication.look);
  const run = createGraphqlClient({ fetch: fetchOwn, renew: reauthentication.renew });
  const signedIn = createSignedInFetch(fetchOwn, reauthentication.renew);
  const access = once(async () => {
    const person = await session.current();
    return person === null ? new Map() : withAccountAccess(await readAccessOf(run, TABLES, person));
  });
  const drafts = createDraftStore({ run, storage: ownStorage() });
  const caseDrafts = createCaseDrafts({ run, fetch: signedIn, storage: ownStorage() });
  const follow = createLiveQueries({ url: ownSocketUrl });
  const presence = createPresence({
    run,
    follow,
    timers: SYSTEM_TIMERS,
    isHidden: () => document.visibilityState === 'hidden',
  });
  return {
    session,
    reauthentication,
    run,
    follow,
    fetch: signedIn,
    access,
    drafts,
    caseDrafts,
    presence,
    queries: createQueries(reauthentication),
    dataProvider: withoutSavedDrafts(
      withFormErrors(withAccounts(createDataProvider(run, access), createAccountCalls(signedIn))),
      drafts,
      async () => (await session.current())?.user.id ?? null,
    ),
    authProvider: createAuthProvider({
      session,
      beforeEnd: () => presence.leaveAll(),
      shownPath: () => window.location.pathname + window.location.search,
      leaveTo: leaveWindow,
    }),
  };
}

/** A browser may refuse its storage; unsaved texts are then on the server alone. */
function ownStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Returns a function that loads once; what failed is loaded again. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | null = null;
  return () => {
    known ??= load().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}
