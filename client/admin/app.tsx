/** The application: its providers, and one resource for each content type that the role of the person may read. */
import { type ReactElement, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Admin, CustomRoutes, localStorageStore, memoryStore, type RaThemeOptions, Resource } from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { ADMIN_APP_PATH } from '../../shared/routes/url.ts';
import { ADMINISTRATOR_ROLE } from '../../shared/session/page-session.ts';
import { hasDeskScreens } from './cases/desk-access.ts';
import type { Access } from './data/access.ts';
import { createI18nProvider } from './i18n/provider.ts';
import { withChosenRows } from './lists/chosen-rows.ts';
import { ACCOUNTS } from './resources/accounts.ts';
import type { ContentType } from './resources/content-type.ts';
import { ALL_TYPES, CONTENT_TYPES } from './resources/content-types.ts';
import { Dashboard, ReportScreen } from './screens/dashboard.tsx';
import { ADMIN_TITLE, AdminLayout } from './screens/layout.tsx';
import {
  AccountCreate,
  AccountEdit,
  CaseScreen,
  ContentCreate,
  ContentEdit,
  ContentList,
  InboxScreen,
  OperationsScreen,
  RegistrationScreen,
  RetentionScreen,
  StatisticsImport,
} from './screens/loaded-screens.tsx';
import { MissingScreen } from './screens/unavailable-screens.tsx';
import { createServices, type Services } from './services.ts';
import { ServicesProvider } from './session/services-provider.tsx';
import type { SessionState } from './session/session.ts';
import { themeFromTokens, watchTokens } from './theme/theme.ts';
import { documentTimeZone, TimeZoneContext } from './time/institution-time.ts';

/** Screens that are neither a list nor a form of rows. */
const DESK_ROUTES = (
  <>
    <Route path="/estatisticas" element={<StatisticsImport />} />
    <Route path="/guarda" element={<RetentionScreen />} />
  </>
);

const I18N = createI18nProvider(ALL_TYPES);

/** Preferences of lists stay in this browser, apart from those of the site. */
const STORE = withChosenRows(localStorageStore('1', 'administracao'), memoryStore());

/** Draws the application in the theme of the site. */
export function AdminApp(): ReactElement {
  const [services] = useState(createServices);
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Application services={services} /> }], { basename: ADMIN_APP_PATH }),
  );
  return (
    <TimeZoneContext value={documentTimeZone()}>
      <RouterProvider router={router} />
    </TimeZoneContext>
  );
}

function Application({ services }: { readonly services: Services }): ReactElement {
  const [theme, setTheme] = useState<RaThemeOptions>(themeFromTokens);
  const [access, setAccess] = useState<Access>(new Map());
  const [person, setPerson] = useState<SessionState | null>(null);
  useEffect(() => watchTokens(() => setTheme(themeFromTokens())), []);
  // react-admin takes another function for other resources, and would load every screen anew, with what is typed there, when the colours change.
  const resources = useCallback(async (): Promise<ReactNode> => {
    const allowed = await services.access();
    setAccess(allowed);
    setPerson(services.session.known());
    return (
      <>
        {CONTENT_TYPES.filter(({ table }) => allowed.has(table)).map((type) => resourceOf(type, allowed))}
        <CustomRoutes>
          <Route path="/relatorios/:relatorio" element={<ReportScreen />} />
          <Route path="/casos" element={<InboxScreen />} />
          <Route path="/casos/novo" element={<RegistrationScreen />} />
          <Route path="/casos/:id" element={<CaseScreen />} />
          {hasDeskScreens(allowed) ? DESK_ROUTES : null}
          {services.session.known()?.role === ADMINISTRATOR_ROLE ? <Route path="/funcionamento" element={<OperationsScreen />} /> : null}
        </CustomRoutes>
      </>
    );
  }, [services]);
  return (
    <ServicesProvider services={services} access={access} person={person}>
      <Admin
        title={ADMIN_TITLE}
        dataProvider={services.dataProvider}
        queryClient={services.queries}
        authProvider={services.authProvider}
        i18nProvider={I18N}
        store={STORE}
        theme={theme}
        darkTheme={null}
        layout={AdminLayout}
        dashboard={Dashboard}
        catchAll={MissingScreen}
        requireAuth
        disableTelemetry
      >
        {resources}
      </Admin>
    </ServicesProvider>
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
