/** A page of the browser, put together from what its document or its payload brings. */
import type { PageState } from '../../shared/builds/payload.ts';
import { createPageOperations, type PageOperations } from '../apollo/page-operations.ts';
import type { LoadQueries } from '../apollo/queries.ts';
import { stateOfPage } from '../site-state/page-state.ts';
import { type PageModule, type RoutePage, routeCalls } from './page.ts';

/** A page before its data. */
export type PageParts = Pick<RoutePage, 'href' | 'route' | 'input' | 'calls'> & {
  readonly module: PageModule;
  readonly operations: PageOperations;
};

export interface PagePartsOptions {
  readonly loadQueries: LoadQueries;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Makes the parts of the page at `href`, whose operations have no results yet. */
export function pageParts(
  href: string,
  { route, input }: Pick<RoutePage, 'route' | 'input'>,
  module: PageModule,
  options: PagePartsOptions,
): PageParts {
  const calls = routeCalls(route, input);
  return { href, route, input, calls, module, operations: createPageOperations({ ...options, calls }) };
}

/** Puts a page together. `failed` holds the operations whose parts the server drew as errors. */
export function routePage(
  { module, ...parts }: PageParts,
  main: unknown,
  state: PageState,
  icons: RoutePage['icons'],
  failed: ReadonlySet<number> = new Set(),
): RoutePage {
  const { route, input, operations } = parts;
  return {
    kind: 'page',
    ...parts,
    operationState: (index) => (failed.has(index) ? 'failed' : 'done'),
    results: operations.result,
    main,
    state: stateOfPage(state, { route, input, main }),
    icons,
    PageComponent: module.PageComponent,
    PageOpening: module.PageOpening,
  };
}
