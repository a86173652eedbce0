/**
 * react-admin's data provider for the Hasura dialect: every content type by its description and the permissions of the role, no code of a
 * table. Lists count up to a bound only, because the cost of a count grows with the content.
 */
import { type DataProvider, HttpError, type Identifier, type RaRecord } from 'react-admin';
import { type ContentType, type Row, sortsBy } from '../resources/content-type.ts';
import { contentTypeOf } from '../resources/content-types.ts';
import type { Access, TableAccess } from './access.ts';
import { type RunGraphql, withRole } from './graphql.ts';
import { createRow, readRow, updateRow } from './row-writer.ts';
import { columnsOf, VERSION_COLUMN } from './selection.ts';
import { type BoolExp, whereOf } from './where.ts';

/** Rows that are counted at most; a longer list says that there is more and nothing else. */
export const COUNTED_ROWS = 1_000;

const FIRST_PAGE = { page: 1, perPage: 25 };

interface ListQuery {
  readonly pagination?: { readonly page: number; readonly perPage: number };
  readonly sort?: { readonly field: string; readonly order: string };
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

interface ListAnswer {
  readonly rows: readonly Row[];
  readonly count: { readonly aggregate: { readonly count: number } };
}

interface ListPage {
  data: RaRecord[];
  total?: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
}

interface Opened {
  readonly type: ContentType;
  readonly allowed: TableAccess;
  /** Asks with the role under which the table is open to the person. */
  readonly ask: RunGraphql;
}

/** Makes the provider. `access` is asked once for each session. */
export function createDataProvider(run: RunGraphql, access: () => Promise<Access>): DataProvider {
  const opened = async (resource: string): Promise<Opened> => {
    const allowed = (await access()).get(resource);
    if (allowed === undefined) throw new HttpError('Sua conta não permite ver este conteúdo.', 403);
    return { type: contentTypeOf(resource), allowed, ask: withRole(run, allowed.role) };
  };
  const list = async (resource: string, query: ListQuery, extra: BoolExp = {}): Promise<ListPage> => {
    const { type, allowed, ask } = await opened(resource);
    return readList(ask, type, allowed, query, extra);
  };
  const write = async (resource: string, ids: readonly Identifier[], set: Row): Promise<Identifier[]> => {
    const { type, ask } = await opened(resource);
    await updateTogether(ask, type, ids, set);
    return [...ids];
  };
  const remove = async (resource: string, ids: readonly Identifier[]): Promise<Identifier[]> => {
    const { type, ask } = await opened(resource);
    await deleteRows(ask, type, ids);
    return [...ids];
  };
  const provider = {
    supportAbortSignal: true,
    getList: (resource: string, params: ListQuery) => list(resource, params),
    getManyReference: (resource: string, params: ListQuery & { readonly target: string; readonly id: Identifier }) =>
      list(resource, params, { [params.target]: { _eq: params.id } }),
    getOne: async (resource: string, { id, signal }: { readonly id: Identifier; readonly signal?: AbortSignal }) => {
      const { type, allowed, ask } = await opened(resource);
      return { data: recordOf(type, await readRow(ask, type, allowed, id, signal)) };
    },
    getMany: async (resource: string, { ids, signal }: { readonly ids: readonly Identifier[]; readonly signal?: AbortSignal }) => {
      const query = { pagination: { page: 1, perPage: ids.length }, signal };
      const { type } = await opened(resource);
      const page = await list(resource, query, { [type.key]: { _in: ids } });
      return { data: page.data };
    },
    create: async (resource: string, { data }: { readonly data: Row }) => {
      const { type, allowed, ask } = await opened(resource);
      return { data: recordOf(type, await createRow(ask, type, allowed, data)) };
    },
    update: async (resource: string, params: { readonly id: Identifier; readonly data: Row; readonly previousData: Row }) => {
      const { type, allowed, ask } = await opened(resource);
      const row = { id: params.id, data: params.data, previous: params.previousData };
      return { data: recordOf(type, await updateRow(ask, type, allowed, row)) };
    },
    updateMany: async (resource: string, { ids, data }: { readonly ids: readonly Identifier[]; readonly data: Row }) => ({
      data: await write(resource, ids, data),
    }),
    delete: async (resource: string, { id, previousData }: { readonly id: Identifier; readonly previousData?: Row }) => {
      await remove(resource, [id]);
      return { data: { ...previousData, id } };
    },
    deleteMany: async (resource: string, { ids }: { readonly ids: readonly Identifier[] }) => ({ data: await remove(resource, ids) }),
  };
  // react-admin's type lets each caller choose the type of its records, which no implementation can satisfy without this.
  return provider as unknown as DataProvider;
}

async function readList(run: RunGraphql, type: ContentType, allowed: TableAccess, query: ListQuery, extra: BoolExp): Promise<ListPage> {
  const { pagination: { page, perPage } = FIRST_PAGE, sort, filter = {}, signal } = query;
  const { table } = type;
  const where = { _and: [whereOf(type, filter), extra] };
  const answer = await run<ListAnswer>(
    `query List($where: ${table}_bool_exp!, $order: [${table}_order_by!], $usual: [${table}_order_by!], $limit: Int!, $offset: Int!, $counted: Int!) {
      rows: ${table}(where: $where, order_by: $order, limit: $limit, offset: $offset) { ${columnsOf(type, allowed).join(' ')} }
      count: ${type.aggregate ?? `${table}_aggregate`}(where: $where, order_by: $usual, limit: $counted) { aggregate { count } }
    }`,
    { where, order: orderOf(type, sort), usual: orderOf(type), limit: perPage, offset: (page - 1) * perPage, counted: COUNTED_ROWS + 1 },
    { signal, table },
  );
  const { count } = answer.count.aggregate;
  const data = answer.rows.map((row) => recordOf(type, row));
  const hasNextPage = count > COUNTED_ROWS ? data.length === perPage : page * perPage < count;
  return { data, pageInfo: { hasNextPage, hasPreviousPage: page > 1 }, ...(count > COUNTED_ROWS ? {} : { total: count }) };
}

/**
 * The order of a list; the usual one where none is asked for or the asked one is not offered. One direction is the other one backwards, so
 * that one index serves both. What is counted has the usual order too: the database then reads no more rows than it counts.
 */
function orderOf(type: ContentType, sort?: { readonly field: string; readonly order: string }): readonly BoolExp[] {
  const { field: column, order } =
    sort !== undefined && sortsBy(type, sort.field)
      ? sort
      : { field: type.order.column, order: sort?.field === 'id' ? sort.order : type.order.direction };
  const isDescending = order.toUpperCase() === 'DESC';
  const direction = isDescending ? 'desc_nulls_last' : 'asc_nulls_first';
  const groups = column === type.order.column ? (type.order.within ?? []) : [];
  const columns = [...groups, column].map((path) => orderBy(path.split('.'), direction));
  return column === type.key ? columns : [...columns, { [type.key]: isDescending ? 'desc' : 'asc' }];
}

function orderBy([first = '', ...rest]: readonly string[], direction: string): BoolExp {
  return { [first]: rest.length > 0 ? orderBy(rest, direction) : direction };
}

/** Writes the same values into several rows by one statement. */
async function updateTogether(run: RunGraphql, type: ContentType, ids: readonly Identifier[], set: Row): Promise<void> {
  const { table, key } = type;
  const { [VERSION_COLUMN]: _version, ...values } = set;
  await run(
    `mutation UpdateMany($where: ${table}_bool_exp!, $set: ${table}_set_input!) { update_${table}(where: $where, _set: $set) { affected_rows } }`,
    { where: { [key]: { _in: ids } }, set: values },
    { table },
  );
}

async function deleteRows(run: RunGraphql, type: ContentType, ids: readonly Identifier[]): Promise<void> {
  const { table, key } = type;
  const answer = await run<{ readonly removed: { readonly affected_rows: number } }>(
    `mutation Delete($where: ${table}_bool_exp!) { removed: delete_${table}(where: $where) { affected_rows } }`,
    { where: { [key]: { _in: ids } } },
    { table },
  );
  if (answer.removed.affected_rows < ids.length) throw new HttpError('Parte do que foi escolhido não existe mais.', 404);
}

/** react-admin names rows by `id`, whatever the key of the table is. */
function recordOf(type: ContentType, row: Row): RaRecord {
  const id = row[type.key];
  if (typeof id !== 'string' && typeof id !== 'number') throw new Error(`a row of ${type.table} came without its ${type.key}`);
  return { ...row, id };
}
