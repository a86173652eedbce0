/** What a role may select from a table: its own permission, or those of its parents joined. */
import { ensured } from '../errors.ts';
import { QUERY_KINDS, ROOT_KINDS, type RootKind, type SelectPermissionMetadata } from '../metadata/metadata.ts';
import { MetadataError } from '../metadata/metadata-node.ts';
import { qualifiedName } from '../metadata/names.ts';
import { ALWAYS, type BoolExp, isAlways } from './bool-exp.ts';
import { ADMIN_ROLE, canonicalText, grantedColumns, selectPermissionsOf } from './permissions.ts';
import { readFilter } from './row-filter.ts';
import type { Column, ComputedField, Model, Table } from './tracked-table.ts';

/** A column, or a computed field that is a value. */
interface Granted<T> {
  readonly item: T;
  /** Set where it is null in the rows for which this does not hold: another parent shows the row without it. */
  readonly visibleWhen: BoolExp | undefined;
}

export interface SelectGrant {
  readonly table: Table;
  /** Computed fields that are values. */
  readonly values: readonly Granted<ComputedField>[];
  /** In the order of the table. */
  readonly columns: readonly Granted<Column>[];
  readonly filter: BoolExp;
  readonly limit: number | undefined;
  readonly allowsAggregations: boolean;
  readonly queryRoots: ReadonlySet<RootKind>;
  readonly subscriptionRoots: ReadonlySet<RootKind>;
}

/** Permissions with the same row filter: they show the same rows. */
interface SameRows {
  readonly filter: BoolExp;
  readonly columns: ReadonlySet<Column>;
  readonly values: ReadonlySet<ComputedField>;
}

/** @throws MetadataError for a computed field that the table does not have, or that is no value */
function grantedValues(table: Table, { computedFields, place }: SelectPermissionMetadata): readonly ComputedField[] {
  return computedFields.map((name) => {
    const computed = table.computedFields.get(name);
    if (computed?.result.kind === 'value') return computed;
    throw new MetadataError(`${place}: table ${qualifiedName(table.name)} has no computed field "${name}" that is a value`);
  });
}

function groupByFilter(model: Model, table: Table, permissions: readonly SelectPermissionMetadata[]): readonly SameRows[] {
  const groups = Map.groupBy(permissions, ({ filter }) => canonicalText(filter));
  return [...groups.values()].map((group) => ({
    // Each filter is read, so that a fault in any of them stops the start.
    filter: ensured(group.map((permission) => readFilter(model, permission.filter, table))[0]),
    columns: new Set(group.flatMap((permission) => grantedColumns(table, permission))),
    values: new Set(group.flatMap((permission) => grantedValues(table, permission))),
  }));
}

function anyOf(filters: readonly BoolExp[]): BoolExp {
  const [first, second] = filters;
  if (filters.some(isAlways)) return ALWAYS;
  return second === undefined ? ensured(first) : { kind: 'or', items: filters };
}

/** The condition under which the groups that show something hold; null where none shows it, undefined where it is always shown. */
function visibility(groups: readonly SameRows[], shows: (group: SameRows) => boolean): BoolExp | undefined | null {
  const showing = groups.filter(shows).map(({ filter }) => filter);
  if (showing.length === 0) return null;
  const condition = anyOf(showing);
  return showing.length === groups.length || isAlways(condition) ? undefined : condition;
}

/** Those of `all` that some group shows. */
function join<T>(all: Iterable<T>, groups: readonly SameRows[], shownBy: (group: SameRows) => ReadonlySet<T>): readonly Granted<T>[] {
  return [...all].flatMap((item) => {
    const visibleWhen = visibility(groups, (group) => shownBy(group).has(item));
    return visibleWhen === null ? [] : [{ item, visibleWhen }];
  });
}

/** The highest of the limits; none where one of the permissions has none. */
function joinLimits(permissions: readonly SelectPermissionMetadata[]): number | undefined {
  const limits = permissions.map(({ limit }) => limit ?? Number.POSITIVE_INFINITY);
  const highest = Math.max(...limits);
  return Number.isFinite(highest) ? highest : undefined;
}

/** @throws MetadataError for a permission that does not fit the table */
export function selectGrantOf(model: Model, table: Table, role: string): SelectGrant | undefined {
  if (role === ADMIN_ROLE) {
    const columns = [...table.columns.values()].map((item) => ({ item, visibleWhen: undefined }));
    const computed = [...table.computedFields.values()].filter(({ result }) => result.kind === 'value');
    const values = computed.map((item) => ({ item, visibleWhen: undefined }));
    const roots = { queryRoots: new Set(QUERY_KINDS), subscriptionRoots: new Set(ROOT_KINDS) };
    return { table, columns, values, filter: ALWAYS, limit: undefined, allowsAggregations: true, ...roots };
  }
  const permissions = selectPermissionsOf(model, table, role);
  if (permissions.length === 0) return undefined;
  const groups = groupByFilter(model, table, permissions);
  return {
    table,
    columns: join(table.columns.values(), groups, ({ columns }) => columns),
    values: join(table.computedFields.values(), groups, ({ values }) => values),
    filter: anyOf(groups.map(({ filter }) => filter)),
    limit: joinLimits(permissions),
    allowsAggregations: permissions.some(({ allowAggregations }) => allowAggregations),
    queryRoots: new Set(permissions.flatMap(({ queryRootFields }) => queryRootFields ?? QUERY_KINDS)),
    subscriptionRoots: new Set(permissions.flatMap(({ subscriptionRootFields }) => subscriptionRootFields ?? ROOT_KINDS)),
  };
}
