/**
 * What the role of the person may read and change, asked from the API itself: the metadata of the project is the only permission model, so
 * screens show what it permits and nothing here repeats it. The API refuses what it does not permit whatever a screen shows.
 */
import { CASES_ROLE, EDITING_ROLES } from '../../../shared/session/page-session.ts';
import { type RunGraphql, withRole } from './graphql.ts';

export interface TableAccess {
  readonly readable: ReadonlySet<string>;
  readonly insertable: ReadonlySet<string>;
  readonly changeable: ReadonlySet<string>;
  readonly canDelete: boolean;
  /** The role to ask with, where it is not the one that the session names. */
  readonly role?: string;
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

interface Person {
  readonly role: string;
  readonly answersCases: boolean;
}

/**
 * Reads the permissions of a person with all of their roles. Each table is asked with the role of the session, or with the one for citizens' cases
 * where that one alone may change it. A person who does not edit sees no content: of what the public may read, only what the role may change.
 */
export async function readAccessOf(run: RunGraphql, tables: readonly string[], { role, answersCases }: Person): Promise<Access> {
  if (EDITING_ROLES.has(role)) {
    const own = await readAccess(run, tables);
    if (!answersCases) return own;
    const others = [...changeable(await readAccess(withRole(run, CASES_ROLE), tables))];
    const added = others.filter(([table]) => !mayChange(own.get(table)));
    return new Map([...own, ...added.map(([table, access]) => [table, { ...access, role: CASES_ROLE }] as const)]);
  }
  return changeable(await readAccess(run, tables));
}

function changeable(access: Access): Access {
  return new Map([...access].filter(([, table]) => mayChange(table)));
}

function mayChange(table: TableAccess | undefined): boolean {
  return table !== undefined && table.insertable.size + table.changeable.size > 0;
}
