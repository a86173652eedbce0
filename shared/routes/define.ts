import { CONTENT_POLICY } from '../cache/policy.ts';
import type { OperationName } from '../graphql/generated/operations.ts';
import { FOUND, type Head, type MainResult, type Outcome, type RouteContext, type RouteDefinition } from './types.ts';

/** A route with its types erased to what a caller that handles all routes alike may do with it. */
export interface AnyRoute extends Omit<RouteDefinition<string, null>, 'main' | 'outcome' | 'head' | 'trilha'> {
  readonly main: ((input: RouteDefinitionInput) => ReturnType<RouteDefinition<string, null>['late']>[number]) | null;
  outcome(context: RouteContext<unknown>): Outcome;
  head(context: RouteContext<unknown>): Head;
  trilha(context: RouteContext<unknown>): ReturnType<RouteDefinition<string, null>['trilha']>;
}

type RouteDefinitionInput = Parameters<RouteDefinition<string, null>['late']>[0];

type Defaults = 'layout' | 'documentPolicy' | 'params' | 'search' | 'cache' | 'groups' | 'late' | 'outcome' | 'trilha';

type RouteDeclaration<Id extends string, Main extends OperationName | null> = Omit<RouteDefinition<Id, Main>, Defaults> &
  Partial<Pick<RouteDefinition<Id, Main>, Defaults>>;

/** Completes a route with the defaults of a content page: default layout, content policy, no query parameters, always found. */
export function defineRoute<const Id extends string, Main extends OperationName | null = null>(
  declaration: RouteDeclaration<Id, Main>,
): RouteDefinition<Id, Main> {
  const head = declaration.head;
  return {
    layout: 'default',
    documentPolicy: 'site',
    params: {},
    search: [],
    cache: CONTENT_POLICY,
    groups: [],
    late: () => [],
    outcome: () => FOUND,
    trilha: (context: RouteContext<MainResult<Main>>) => [{ rotulo: head(context).titulo, to: null }],
    ...declaration,
  };
}
