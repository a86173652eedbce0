/** A page that is ready to render: its module, its data and its state are loaded. */
import { type ComponentType, type Context, createContext, useContext } from 'react';
import type { CaseRouteId } from '../../shared/routes/case-routes.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import type { RouteId } from '../../shared/routes/table.ts';
import type { Layout, OperationCall, RouteInput } from '../../shared/routes/types.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import type { PageOperations } from '../apollo/page-operations.ts';
import type { HeldResult } from '../apollo/queries.ts';
import type { IconsByName } from '../components/media/icon/bundled-icons.ts';

/** A row of the route table, or a page of a citizen's case. */
export type SiteRoute = AnyRoute & { readonly id: RouteId | CaseRouteId };

/** What the `page.tsx` of a page exports. */
export interface PageModule {
  readonly PageComponent: ComponentType<{ readonly input: RouteInput }>;
  /** What the page says of itself in its header, under the title: lead sentence, key facts and main action. */
  readonly PageOpening?: ComponentType<{ readonly input: RouteInput }>;
}

/** Loads a page's module by route id. */
export type PageLoaders = Readonly<Record<string, () => Promise<PageModule>>>;

/** State of an operation when the page was first rendered: a promise while it runs, which never rejects. */
export type OperationProgress = 'done' | 'failed' | Promise<void>;

export interface RoutePage {
  readonly kind: 'page';
  /** Path and query, as in the address bar. */
  readonly href: string;
  readonly route: SiteRoute;
  readonly input: RouteInput;
  readonly calls: readonly OperationCall[];
  /** State of operation `index`. Server and hydration both render a part whose operation failed as an error. */
  readonly operationState: (index: number) => OperationProgress;
  /** Data of the main operation; null for a route without one. */
  readonly main: unknown;
  readonly state: SiteState;
  readonly icons: IconsByName;
  readonly PageComponent: PageModule['PageComponent'];
  readonly PageOpening: PageModule['PageOpening'] | undefined;
  /** Returns operation `index` as it stands. On the server nothing changes a result that is there. */
  readonly results: (index: number) => HeldResult;
  /** Asks for operations that the page came without, and again. Null on the server. */
  readonly operations: PageOperations | null;
}

export interface ErrorPage {
  readonly kind: 'error';
  readonly href: string;
  readonly status: number;
  readonly message: string;
  /** Request id, or null where the answer is shared by many requests. */
  readonly requestId: string | null;
  /** Address of the list that a withdrawn page was in. */
  readonly list: string | null;
  readonly layout: Layout;
  readonly state: SiteState;
  readonly icons: IconsByName;
}

export type Page = RoutePage | ErrorPage;

/** Returns the operations of a page in the order of its results: the main one first when the route has one, then the late ones. */
export function routeCalls(route: AnyRoute, input: RouteInput): readonly OperationCall[] {
  const late = route.late(input);
  return route.main === null ? late : [route.main(input), ...late];
}

export const PageContext: Context<RoutePage | null> = createContext<RoutePage | null>(null);

/** Returns the page that is being rendered. @throws outside a page. */
export function usePage(): RoutePage {
  const page = useContext(PageContext);
  if (page === null) throw new Error('usePage needs a page around it');
  return page;
}
