/**
 * The frame of every page, in three forms: default, lai (with the transparency menu beside the content) and iframe. It renders no
 * element around its parts, so that they are the children of <body>: what a stream leaves at the end of <body> can then be ordered
 * before the footer where there is no script.
 */
import type { ReactElement, ReactNode } from 'react';
import type { CaseRouteId } from '../../shared/routes/case-routes.ts';
import type { RouteId } from '../../shared/routes/table.ts';
import type { Head, Layout as LayoutName } from '../../shared/routes/types.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { PageColumn } from '../components/layout/column/column.tsx';
import { Footer } from './footer/footer.tsx';
import { IframeLayout } from './iframe-layout/iframe-layout.tsx';
import styles from './layout.module.css';
import type { Place } from './main-menu/menu-entry.ts';
import { MenuLai } from './menu-lai/menu-lai.tsx';
import { PageHeader } from './page-header/page-header.tsx';
import { SiteHeader } from './site-header/site-header.tsx';
import { SiteNotices } from './site-notices/site-notices.tsx';
import { SkipLinks } from './skip-links/skip-links.tsx';

export interface LayoutProps {
  readonly layout: LayoutName;
  readonly state: SiteState;
  /** With which menus mark where the page is; the whole breadcrumb is in the state. */
  readonly place: Place;
  readonly head: Head;
  /** Path of the page, from which the area of its header picture follows. */
  readonly path: string;
  /** The whole address of the page, for paper. */
  readonly address: string;
  /** null for the error page, which has neither small header nor breadcrumb. */
  readonly routeId: RouteId | CaseRouteId | null;
  /** What the page says of itself in its header, under the title. */
  readonly opening?: ReactNode;
  readonly children: ReactNode;
}

export function Layout(props: LayoutProps): ReactElement {
  const { layout, state, place, routeId, children } = props;
  if (layout === 'iframe') return <IframeLayout state={state}>{children}</IframeLayout>;
  const isError = routeId === null;
  return (
    <>
      <SkipLinks />
      <SiteNotices state={state} />
      <SiteHeader state={state} place={place} />
      {layout === 'lai' && !isError ? <LaiBody {...props}>{children}</LaiBody> : <DefaultBody {...props}>{children}</DefaultBody>}
      <Footer state={state} />
    </>
  );
}

function DefaultBody({ state, head, path, address, routeId, opening = null, children }: LayoutProps): ReactElement {
  const inColumn = routeId !== 'inicio';
  return (
    <main id="conteudo" tabIndex={-1} className={styles.main}>
      {inColumn && routeId !== null ? <PageHeader head={head} state={state} path={path} address={address} opening={opening} /> : null}
      {inColumn ? (
        <div className={styles.body}>
          <PageColumn>{children}</PageColumn>
        </div>
      ) : (
        children
      )}
    </main>
  );
}

/** The menu of the section comes after the content, in the document as on the screen, so that nothing moves when it arrives. */
function LaiBody({ state, head, path, address, place, opening = null, children }: LayoutProps): ReactElement {
  return (
    <div className={styles.lai}>
      <main id="conteudo" tabIndex={-1} className={styles.laiMain}>
        <div className={styles.laiHeader}>
          <PageHeader head={head} state={state} path={path} address={address} opening={opening} />
        </div>
        <div className={styles.laiContent}>{children}</div>
      </main>
      <MenuLai secoes={state.dataLai} place={place} />
    </div>
  );
}
