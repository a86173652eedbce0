import { CONTENT_POLICY } from '../cache/policy.ts';
import type { OperationName } from '../graphql/generated/operations.ts';
import { LIBRAS_PARAMETER } from './libras.ts';
import {
  type BreadcrumbStep,
  FOUND,
  type Head,
  type OperationCall,
  type Outcome,
  type RouteContext,
  type RouteDefinition,
  type RouteInput,
  type ShellContext,
} from './types.ts';

/**
 * Any route, for code that treats all alike. The functions are declared as methods, so a route that reads its own main result fits;
 * the caller must pass the result of that same route's main operation.
 */
export interface AnyRoute extends Omit<RouteDefinition<string, null>, 'main' | 'outcome' | 'head' | 'breadcrumb' | 'record'> {
  readonly main: ((input: RouteInput) => OperationCall) | null;
  outcome(context: RouteContext<unknown>): Outcome;
  head(context: RouteContext<unknown>): Head;
  breadcrumb(context: RouteContext<unknown>): readonly BreadcrumbStep[];
  record(context: RouteContext<unknown>): string | null;
}

type Optional =
  | 'layout'
  | 'documentPolicy'
  | 'params'
  | 'search'
  | 'formats'
  | 'cache'
  | 'groups'
  | 'late'
  | 'exactParams'
  | 'isCertain'
  | 'outcome'
  | 'breadcrumb'
  | 'record';

type RouteDeclaration<Id extends string, Main extends OperationName | null> = Omit<RouteDefinition<Id, Main>, Optional> &
  Partial<Pick<RouteDefinition<Id, Main>, Optional>>;

/**
 * Completes a route with the defaults of a content page: default layout, content policy, no query parameters, always found. A route that is
 * always found is certain.
 */
export function defineRoute<const Id extends string, Main extends OperationName | null = null>(
  declaration: RouteDeclaration<Id, Main>,
): RouteDefinition<Id, Main> {
  return {
    layout: 'default',
    documentPolicy: 'site',
    params: {},
    formats: [],
    cache: CONTENT_POLICY,
    groups: [],
    late: () => [],
    exactParams: ({ params }) => params,
    isCertain: () => declaration.outcome === undefined,
    outcome: () => FOUND,
    record: () => null,
    breadcrumb: (context: ShellContext<Main>) => [{ label: declaration.head(context).title, to: null }],
    ...declaration,
    search: [...(declaration.search ?? []), ...(declaration.layout === 'iframe' ? [] : [LIBRAS_PARAMETER])],
  };
}
