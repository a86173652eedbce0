/** The application: its providers, and one resource for each content type that the role of the person may read. */
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Admin, type DataProvider, localStorageStore, type RaThemeOptions, Resource } from 'react-admin';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { ADMIN_APP_PATH } from '../../shared/routes/url.ts';
import { createAccountCalls, withAccountAccess, withAccounts } from './accounts/account-provider.ts';
import { AccountCreate, AccountEdit } from './accounts/account-screens.tsx';
import { type Access, readAccess } from './data/access.ts';
import { createGraphqlClient, type RunGraphql } from './data/graphql.ts';
import { createDataProvider } from './data/provider.ts';
import { createDraftStore, type DraftStore } from './editing/drafts/draft-store.ts';
import { withoutSavedDrafts } from './editing/drafts/saved-drafts.ts';
import { ContentCreate, ContentEdit } from './forms/content-form.tsx';
import { createI18nProvider } from './i18n/provider.ts';
import { ContentList } from './lists/content-list.tsx';
import { ACCOUNTS } from './resources/accounts.ts';
import type { ContentType } from './resources/content-type.ts';
import { ALL_TYPES, CONTENT_TYPES } from './resources/content-types.ts';
import { Dashboard } from './screens/dashboard.tsx';
import { REPORT_TABLES } from './screens/first-day/report.ts';
import { AdminLayout } from './screens/layout.tsx';
import { createAuthProvider, leaveWindow } from './session/auth-provider.ts';
import { AccessContext, DraftContext, GraphqlContext, RenewalContext } from './session/contexts.ts';
import { createSession } from './session/session.ts';
import { themeFromTokens, watchTokens } from './theme/theme.ts';

interface Services {
  readonly run: RunGraphql;
  readonly renew: () => Promise<boolean>;
  readonly access: () => Promise<Access>;
  readonly drafts: DraftStore;
  readonly dataProvider: DataProvider;
  readonly authProvider: ReturnType<typeof createAuthProvider>;
}

/** A browser may refuse its storage; unsaved texts are then on the server alone. */
function ownStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function createServices(): Services {
  const fetchOwn: typeof fetch = (input, init) => fetch(input, init);
  const session = createSession(fetchOwn);
  const run = createGraphqlClient({ fetch: fetchOwn, refresh: () => session.refresh() });
  const renew = (): Promise<boolean> => session.refresh();
  let known: Promise<Access> | null = null;
  const access = (): Promise<Access> => {
    known ??= readAccess(run, TABLES)
      .then(withAccountAccess)
      .catch((error: unknown) => {
        known = null;
        throw error;
      });
    return known;
  };
  const drafts = createDraftStore({ run, storage: ownStorage() });
  return {
    run,
    renew,
    access,
    drafts,
    dataProvider: withoutSavedDrafts(
      withAccounts(createDataProvider(run, access), createAccountCalls(fetchOwn)),
      drafts,
      async () => (await session.current())?.user.id ?? null,
    ),
    authProvider: createAuthProvider({ session, leaveTo: leaveWindow }),
  };
}

/** What screens read: content types, their vocabularies, and reports. */
const TABLES = [...new Set([...ALL_TYPES.map(({ table }) => table), ...REPORT_TABLES])];

const I18N = createI18nProvider(ALL_TYPES);

/** Preferences of lists stay in this browser, apart from those of the site. */
const STORE = localStorageStore('1', 'administracao');

/** Draws the application in the theme of the site. */
export function AdminApp(): ReactElement {
  const [services] = useState(createServices);
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Application services={services} /> }], { basename: ADMIN_APP_PATH }),
  );
  return <RouterProvider router={router} />;
}

function Application({ services }: { readonly services: Services }): ReactElement {
  const [theme, setTheme] = useState<RaThemeOptions>(themeFromTokens);
  const [access, setAccess] = useState<Access>(new Map());
  useEffect(() => watchTokens(() => setTheme(themeFromTokens())), []);
  const resources = async (): Promise<ReactNode> => {
    const allowed = await services.access();
    setAccess(allowed);
    return CONTENT_TYPES.filter(({ table }) => allowed.has(table)).map((type) => resourceOf(type, allowed));
  };
  return (
    <GraphqlContext value={services.run}>
      <RenewalContext value={services.renew}>
        <DraftContext value={services.drafts}>
          <AccessContext value={access}>
            <Admin
              title="Administração do site"
              dataProvider={services.dataProvider}
              authProvider={services.authProvider}
              i18nProvider={I18N}
              store={STORE}
              theme={theme}
              darkTheme={null}
              layout={AdminLayout}
              dashboard={Dashboard}
              requireAuth
              disableTelemetry
            >
              {resources}
            </Admin>
          </AccessContext>
        </DraftContext>
      </RenewalContext>
    </GraphqlContext>
  );
}

function resourceOf(type: ContentType, access: Access): ReactElement {
  const isAccount = type === ACCOUNTS;
  const allowed = access.get(type.table);
  const canCreate = type.madeElsewhere !== true && (allowed?.insertable.size ?? 0) > 0;
  return (
    <Resource
      key={type.table}
      name={type.table}
      options={{ label: type.many }}
      recordRepresentation={type.title}
      list={<ContentList type={type} />}
      edit={isAccount ? <AccountEdit /> : <ContentEdit type={type} />}
      {...(canCreate ? { create: isAccount ? <AccountCreate /> : <ContentCreate type={type} /> } : {})}
    />
  );
}
