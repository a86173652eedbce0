/**
 * The tree that the server renders and the browser hydrates: document, layout, page. It gets a page that is loaded and does not
 * depend on how it was loaded.
 */
import { type ReactElement, Suspense } from 'react';
import type { PublicSettings } from '../shared/builds/document-blocks.ts';
import { ERROR_SCREEN } from '../shared/errors/codes.ts';
import { isJudged } from '../shared/readers/feedback.ts';
import type { RouteContext } from '../shared/routes/types.ts';
import { type PageSession, userOf } from '../shared/session/page-session.ts';
import { TimeZoneContext } from './components/content/date-time/date-time.tsx';
import { ErrorScreen } from './components/feedback/error-screen/error-screen.tsx';
import { Skeleton } from './components/feedback/skeleton/skeleton.tsx';
import { IconsContext } from './components/media/icon/icon.tsx';
import { Document } from './document.tsx';
import { TranslatorContext } from './layouts/accessibility-bar/accessibility-bar.tsx';
import { EditLink } from './layouts/edit-link/edit-link.tsx';
import { Layout } from './layouts/layout.tsx';
import { SiteTitleContext } from './layouts/logo/logo.tsx';
import { placeOf } from './layouts/main-menu/menu-entry.ts';
import { PageFeedback } from './layouts/page-feedback/page-feedback.tsx';
import { documentHead } from './routing/document-head.ts';
import { LiveRegions, type LiveRegionsProps } from './routing/live-regions.tsx';
import { type ErrorPage, type Page, PageContext, type RoutePage } from './routing/page.ts';
import { PageErrorBoundary } from './routing/page-error-boundary.tsx';
import { SessionContext, SettingsContext, SiteStateContext, useSession, useSettings } from './site-state/contexts.ts';

export interface AppProps {
  readonly page: Page;
  /** The visitor's session; null on pages that any visitor may get. */
  readonly session: PageSession | null;
  readonly settings: PublicSettings;
  readonly styles: readonly string[];
  readonly temaHref: string | null;
  readonly noScriptStyle?: string | null;
  /** What the polite regions say; nothing on the server. */
  readonly live?: LiveRegionsProps;
}

export function App(props: AppProps): ReactElement {
  const { page, session, settings, styles, temaHref, noScriptStyle = null, live } = props;
  const head = page.kind === 'error' ? null : page.route.head(routeContext(page));
  return (
    <SettingsContext value={settings}>
      <SiteStateContext value={page.state}>
        <TimeZoneContext value={page.state.fusoHorario}>
          <SiteTitleContext value={settings.siteTitle}>
            <IconsContext value={page.icons}>
              <SessionContext value={session}>
                <Document
                  head={documentHead(page, head, { settings, session })}
                  styles={styles}
                  temaHref={temaHref}
                  noScriptStyle={noScriptStyle}
                >
                  <TranslatorContext value={settings.vlibrasUrl}>
                    {page.kind === 'error' ? <ErrorDocument page={page} /> : <GuardedScreen page={page} />}
                  </TranslatorContext>
                  <LiveRegions {...live} />
                </Document>
              </SessionContext>
            </IconsContext>
          </SiteTitleContext>
        </TimeZoneContext>
      </SiteStateContext>
    </SettingsContext>
  );
}

function routeContext(page: RoutePage): RouteContext<unknown> {
  return { input: page.input, state: page.state, main: page.main };
}

function GuardedScreen({ page }: { readonly page: RoutePage }): ReactElement {
  const { href, route, state, icons } = page;
  const failed = (message: string): ReactElement => (
    <ErrorDocument page={{ kind: 'error', href, status: 500, message, requestId: null, list: null, layout: route.layout, state, icons }} />
  );
  return (
    <PageErrorBoundary href={href} fallback={failed}>
      <RouteScreen page={page} />
    </PageErrorBoundary>
  );
}

function RouteScreen({ page }: { readonly page: RoutePage }): ReactElement {
  const { route, state, PageComponent, PageOpening } = page;
  const context = routeContext(page);
  const opening =
    PageOpening === undefined ? null : (
      <Suspense key={page.href} fallback={null}>
        <PageContext value={page}>
          <PageOpening input={page.input} />
        </PageContext>
      </Suspense>
    );
  const { siteUrl } = useSettings();
  return (
    <Layout
      layout={route.layout}
      state={state}
      place={placeOf(route.breadcrumb(context), page.input)}
      head={route.head(context)}
      path={page.input.path}
      address={siteUrl + page.input.path}
      routeId={page.route.id}
      opening={opening}
    >
      <EditLink record={route.record(context)} user={userOf(useSession())} />
      <Suspense key={page.href} fallback={<PageSkeleton />}>
        <PageContext value={page}>
          <PageComponent input={page.input} />
          {isJudged(page.route.id) ? <PageFeedback path={page.input.path} /> : null}
        </PageContext>
      </Suspense>
    </Layout>
  );
}

function PageSkeleton(): ReactElement {
  return (
    <div data-espera="">
      <Skeleton shape="text" />
    </div>
  );
}

function ErrorDocument({ page }: { readonly page: ErrorPage }): ReactElement {
  return (
    <Layout
      layout={page.layout}
      state={page.state}
      place={{ label: '', addresses: [] }}
      head={{ title: ERROR_SCREEN.title }}
      path={page.href}
      address=""
      routeId={null}
    >
      <ErrorScreen status={page.status} message={page.message} requestId={page.requestId} list={page.list} />
    </Layout>
  );
}
