/**
 * What the route table says of a route. Everything that the server, the browser and the caches must agree on is data or a pure
 * function here: the operations it needs, the status they decide, head, breadcrumb, cache policy and the query parameters that count.
 */
import type { CachePolicy } from '../cache/policy.ts';
import type { Withdrawal } from '../errors/withdrawn.ts';
import type { OperationName, OperationResults, OperationVariables } from '../graphql/generated/operations.ts';
import type { SiteState } from '../site-state/site-state.ts';

export type Layout = 'default' | 'lai' | 'iframe';

/** A page's Content-Security-Policy family; links between different families are full page loads. */
export type DocumentPolicy = 'site' | 'quadro' | 'mapa' | 'libras';

export interface OperationCall<Name extends OperationName = OperationName> {
  readonly operation: Name;
  readonly variables: OperationVariables[Name];
  /** Cache groups of this result alone, beside those of the route. A route with several operations names each one's here. */
  readonly groups?: readonly string[];
}

/** Builds a call whose variables are checked against the operation. */
export function operation<Name extends OperationName>(
  name: Name,
  variables: OperationVariables[Name],
  groups?: readonly string[],
): OperationCall<Name> {
  return { operation: name, variables, ...(groups === undefined ? {} : { groups }) };
}

/** A matched URL: decoded path parameters and the declared query parameters only, each with its values in order. */
export interface RouteInput {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, readonly string[]>>;
}

export interface Head {
  /** Plain text of `<title>` and, without `titleHtml`, of the page's h1. */
  readonly title: string;
  /** Sanitised HTML of the h1 in the small page header. */
  readonly titleHtml?: string;
  readonly size?: 'pequeno' | 'medio' | 'grande';
  readonly description?: string;
  /** Path of the social image. */
  readonly image?: string;
  /** What it shows; the title of the page where it is absent. */
  readonly imageAlt?: string;
  /** Instants at which an article was published and last changed. */
  readonly published?: string;
  readonly modified?: string;
  /** false adds `noindex`. */
  readonly indexable?: boolean;
  /** Path without default parameters, when it differs from the requested one. */
  readonly canonical?: string;
}

/** One step of a breadcrumb; `to` is null for the current page. */
export interface BreadcrumbStep {
  readonly label: string;
  readonly to: string | null;
}

export type Outcome =
  | { readonly kind: 'found' }
  /** The route refuses its id, slug or category: 404, `Page Not Found: {fullPath}`. */
  | { readonly kind: 'notFound' }
  /** 410; `withdrawal` is null where neither day nor reason is known. */
  | { readonly kind: 'gone'; readonly withdrawal: Withdrawal | null }
  /** 308 for the same page under its exact address, 302 for another one. */
  | { readonly kind: 'redirect'; readonly to: string; readonly status: 302 | 308 };

export const FOUND: Outcome = { kind: 'found' };
export const NOT_FOUND: Outcome = { kind: 'notFound' };

/** How a path parameter must look; anything else is refused without a query. */
export type ParamKind = 'inteiro' | 'slug' | 'categoria';

export interface SearchParameter {
  readonly name: string;
  readonly repeatable?: boolean;
  /** Longest text in characters; longer ones are cut. */
  readonly maxLength: number;
  /** The form of every value that a page may have; absent where any text will do. Values of another form are removed from the address. */
  readonly form?: RegExp;
  /** The value that means the same as none; it is removed from the address. */
  readonly defaultValue?: string;
  /** Returns the values that rows may have, of those with the form; empty where they are not known. Others are removed as well. */
  readonly values?: (state: SiteState) => readonly string[];
}

export interface RouteContext<Main> {
  readonly input: RouteInput;
  readonly state: SiteState;
  /** Data of the main operation; null for a route without one. */
  readonly main: Main;
}

/** A page's data as a file, at the address of the page with this ending. */
export type ExportFormat = 'csv' | 'json' | 'atom' | 'ics' | 'zip' | 'sitemap.xml';

export interface RouteDefinition<Id extends string, Main extends OperationName | null> {
  readonly id: Id;
  /** Folder of the page under `client/pages` where several routes share one page; otherwise the id in kebab case. */
  readonly pageFolder?: string;
  /** Canonical path with `:name` parameters; the letter case is exact (specification section 2). */
  readonly path: string;
  readonly layout: Layout;
  /** Its documents have it unless the visitor asks for the translator (`documentPolicyOf`). */
  readonly documentPolicy: DocumentPolicy;
  readonly params: Readonly<Record<string, ParamKind>>;
  readonly search: readonly SearchParameter[];
  /** Formats in which the data of the page can be had as a file. */
  readonly formats: readonly ExportFormat[];
  readonly cache: CachePolicy;
  /**
   * Cache groups of every result beside those of the rows that were read: the tables whose next row could appear on this page other than below a row that
   * it shows. `orderGroup` where no text of a row decides which ones appear, and in which order.
   */
  readonly groups: readonly string[];
  /**
   * The operation that the page is about. Index 0 of the route's results when present. It is awaited before the first byte, unless the
   * route is certain.
   */
  readonly main: Main extends OperationName ? (input: RouteInput) => OperationCall<Main> : null;
  /** Started together with the main one, streamed when they arrive. */
  readonly late: (input: RouteInput) => readonly OperationCall[];
  /** Returns the parameters in their exact letter case, where only the site's state knows it; the page has that one address. */
  exactParams(input: RouteInput, state: SiteState): RouteInput['params'];
  /** Says whether the address and the site's state alone decide that the page is found: its shell is then sent before any row is there. */
  isCertain(input: RouteInput, state: SiteState): boolean;
  outcome(context: RouteContext<MainResult<Main>>): Outcome;
  head(context: ShellContext<Main>): Head;
  /** Breadcrumb without its first step (Início, or Início › Transparência on lai pages), ending with the current page. */
  breadcrumb(context: ShellContext<Main>): readonly BreadcrumbStep[];
  /** Returns the row that the page shows, as `table/key`; null for a page of several rows, and without the row. Editors get a link to it. */
  record(context: ShellContext<Main>): string | null;
}

/**
 * What the shell of a page is made from. `main` is null in the shell of a certain page, which may be sent before the row is there; what the
 * shell says of a certain page must be the same with and without it, because the browser hydrates with it.
 */
export type ShellContext<Main extends OperationName | null> = RouteContext<MainResult<Main> | null>;

export type MainResult<Main extends OperationName | null> = Main extends OperationName ? OperationResults[Main] : null;

/** The name of an operation, and the type of its result. Pages hold no syntax trees: only Apollo needs those, and is loaded with them. */
export interface OperationReference<Data> {
  readonly operation: string;
  /** Never there: it carries the type. */
  readonly result?: Data;
}
