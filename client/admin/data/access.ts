/**
 * What the role of the person may read and change, asked from the API itself: the metadata of the project is the only permission model, so
 * screens show what it permits and nothing here repeats it. The API refuses what it does not permit whatever a screen shows.
 */
import type { RunGraphql } from './graphql.ts';

export interface TableAccess {
  readonly readable: ReadonlySet<string>;
  readonly insertable: ReadonlySet<string>;
  readonly changeable: ReadonlySet<string>;
  readonly canDelete: boolean;
}

/** Permissions by table; a table without an entry is not shown. */
export type Access = ReadonlyMap<string, TableAccess>;

interface TypeAnswer {
  readonly fields?: readonly { readonly name: string }[] | null;
  readonly inputFields?: readonly { readonly name: string }[] | null;
}

/** Reads the permissions on `tables` by one introspection request. */
export async function readAccess(run: RunGraphql, tables: readonly string[]): Promise<Access> {
  const types = tables.flatMap((table) => [
    `read_${table}: __type(name: "${table}") { fields { name } }`,
    `insert_${table}: __type(name: "${table}_insert_input") { inputFields { name } }`,
    `change_${table}: __type(name: "${table}_set_input") { inputFields { name } }`,
  ]);
  const roots = ['query_root', 'mutation_root'].map((root) => `${root}: __type(name: "${root}") { fields { name } }`);
  const answer = await run<Readonly<Record<string, TypeAnswer | null>>>(`query Permissions { ${[...roots, ...types].join('\n')} }`);
  const namesOf = (key: string): ReadonlySet<string> =>
    new Set((answer[key]?.fields ?? answer[key]?.inputFields ?? []).map(({ name }) => name));
  const queries = namesOf('query_root');
  const mutations = namesOf('mutation_root');
  const none: ReadonlySet<string> = new Set();
  return new Map(
    tables
      .filter((table) => queries.has(table))
      .map((table) => [
        table,
        {
          readable: namesOf(`read_${table}`),
          insertable: mutations.has(`insert_${table}_one`) ? namesOf(`insert_${table}`) : none,
          changeable: mutations.has(`update_${table}`) ? namesOf(`change_${table}`) : none,
          canDelete: mutations.has(`delete_${table}`),
        },
      ]),
  );
}
