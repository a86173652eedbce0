/** Every table, role and operation of the project, attempted through the engine and held against what the metadata says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../server/backend/embedded/graphql/engine.ts';
import { graphqlClient } from '../../../support/graphql-fixture/graphql-client.ts';
import { projectMetadata } from '../../../support/project-metadata.ts';
import { type EmptyProject, loadedProject } from '../loaded-database.ts';
import { expected, filterSql, quoted, type RowFilterContext, readFiles, readParents, type TrackedFile } from './expected.ts';

const files = readFiles();
const parents = readParents();
const ROLES = ['public', 'user', 'me', 'editor', 'administracao', 'administrador', 'ouvidor', 'atendimento', 'estranho'];
const SESSION = { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000a' };
const REFUSED = /^(?:no mutations exist|field '[^']+' not found in type: '[^']+')$/;

let project: EmptyProject;
let engine: GraphqlEngine;
let context: RowFilterContext;
let columns: ReadonlyMap<string, readonly { readonly name: string; readonly inKey: boolean; readonly writable: boolean }[]>;
const ask = graphqlClient(() => engine);

const COLUMNS = `
  select c.table_schema || '.' || c.table_name as "table", json_agg(json_build_object('name', c.column_name,
    'writable', c.is_generated = 'NEVER' and coalesce(c.identity_generation, '') <> 'ALWAYS' and c.is_updatable = 'YES',
    'inKey', exists (
      select 1 from information_schema.table_constraints k join information_schema.key_column_usage u using (constraint_schema, constraint_name)
      where k.constraint_type = 'PRIMARY KEY' and u.table_schema = c.table_schema and u.table_name = c.table_name
        and u.column_name = c.column_name)))::text as columns
  from information_schema.columns c where c.table_schema in ('public', 'storage', 'auth') group by 1`;
const REFERENCES = `
  select cn.nspname || '.' || c.relname || '.' || ca.attname as key, pn.nspname as schema, p.relname as name, pa.attname as column
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
  join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
  join pg_attribute ca on ca.attrelid = c.oid and ca.attnum = k.conkey[1] join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = k.confkey[1]
  where k.contype = 'f'`;
const columnList = z.array(z.object({ name: z.string(), inKey: z.boolean(), writable: z.boolean() }));

beforeAll(async () => {
  project = await loadedProject();
  const { database } = project;
  engine = await createGraphqlEngine({ database, metadata: await projectMetadata() });
  const known = (await database.query(COLUMNS)).rows;
  columns = new Map(known.map((row) => [String(row['table']), columnList.parse(JSON.parse(String(row['columns'])))]));
  const keys = (await database.query(REFERENCES)).rows;
  const references = keys.map((row) => {
    const target = { schema: String(row['schema']), name: String(row['name']), column: String(row['column']) };
    return [String(row['key']), target] as const;
  });
  await hideRows();
  context = { files, references: new Map(references), session: SESSION };
}, 120_000);
afterAll(() => project.close());

/** Unpublishes every third row, so that each row filter has rows to hide. Triggers would refuse some of them. */
async function hideRows(): Promise<void> {
  const hidden = [...columns].flatMap(([table, list]) =>
    list.filter(({ name, writable }) => writable && (name === 'publicado' || name === 'ativo')).map(({ name }) => ({ table, name })),
  );
  const updates = hidden.map(({ table, name }) => {
    const third = `select ctid from (select ctid, row_number() over (order by ctid) as n from ${table}) numbered where n % 3 = 1`;
    return `update ${table} set ${name} = false where ctid in (${third})`;
  });
  await project.database.script(`begin; set local session_replication_role = replica; ${updates.join('; ')}; commit`);
}

type Outcome = 'allowed' | 'refused' | string;

/** `allowed`: the request was understood, whatever the database says of its values. */
async function attempt(query: string, role: string): Promise<Outcome> {
  const answer = await ask.answer(query, { role, session: SESSION, trust: 'service' });
  if (answer.kind === 'data') return 'allowed';
  const [{ message, extensions } = { message: '', extensions: { code: '' } }] = answer.errors;
  // A required column that gets null: the role may give it a value.
  if (message.startsWith('unexpected null value')) return 'allowed';
  if (extensions.code !== 'validation-failed') return extensions.code === 'unexpected' ? message : 'allowed';
  return REFUSED.test(message) ? 'refused' : message;
}

function namesOf({ table, configuration }: TrackedFile): {
  readonly root: (kind: string) => string;
  readonly field: (column: string) => string;
} {
  const type = configuration.custom_name ?? (table.schema === 'public' ? table.name : `${table.schema}_${table.name}`);
  const usual: Readonly<Record<string, string>> = {
    select: type,
    select_by_pk: `${type}_by_pk`,
    select_aggregate: `${type}_aggregate`,
    insert: `insert_${type}`,
    update: `update_${type}`,
    delete: `delete_${type}`,
  };
  return {
    root: (kind) => configuration.custom_root_fields[kind] ?? usual[kind] ?? '',
    field: (column) => configuration.column_config[column]?.custom_name ?? column,
  };
}

function ofTable({ table }: TrackedFile): NonNullable<ReturnType<typeof columns.get>> {
  return columns.get(`${table.schema}.${table.name}`) ?? [];
}

const said = (isAllowed: boolean): Outcome => (isAllowed ? 'allowed' : 'refused');

/** Compares what is expected and what happens; what differs is named. */
class Findings {
  readonly differing: string[] = [];
  checked = 0;

  async check(what: string, wanted: Outcome, query: string, role: string): Promise<void> {
    this.checked += 1;
    const outcome = await attempt(query, role);
    if (outcome !== wanted) this.differing.push(`${role} ${what}: ${outcome}, not ${wanted}`);
  }
}

async function checkReads(findings: Findings, file: TrackedFile, role: string): Promise<void> {
  const { root, field } = namesOf(file);
  const granted = expected(file, parents, role, 'select');
  for (const { name } of ofTable(file)) {
    const isGranted = granted?.columns.has(name) === true;
    await findings.check(`selects ${name}`, said(isGranted), `{ ${root('select')}(limit: 0) { ${field(name)} } }`, role);
  }
  const key = ofTable(file).filter(({ inKey }) => inKey);
  const hasKey = granted !== undefined && key.length > 0 && key.every(({ name }) => granted.columns.has(name));
  const variables = key.map(({ name }) => `${field(name)}: "0"`).join(', ');
  const byKey = `{ ${root('select_by_pk')}${key.length === 0 ? '' : `(${variables})`} { __typename } }`;
  await findings.check('selects by key', said(hasKey), byKey, role);
  const counts = granted?.permissions.some((permission) => permission.allow_aggregations) === true;
  await findings.check('counts', said(counts), `{ ${root('select_aggregate')} { aggregate { count } } }`, role);
}

async function checkRows(findings: Findings, file: TrackedFile, role: string): Promise<void> {
  const granted = expected(file, parents, role, 'select');
  if (granted === undefined) return;
  const { root } = namesOf(file);
  const filters = granted.permissions.map(({ filter }) => filterSql(context, file, filter));
  const { rows } = await project.database.query(`select count(*)::int as n from ${quoted(file.table)} t where ${filters.join(' or ')}`);
  const limits = granted.permissions.map(({ limit }) => limit ?? Number.POSITIVE_INFINITY);
  const wanted = Math.min(Number(rows[0]?.['n']), Math.max(...limits));
  const answer = (await ask.data(`{ rows: ${root('select')} { __typename } }`, { role, session: SESSION })) as { rows: unknown[] };
  if (answer.rows.length !== wanted) findings.differing.push(`${role} sees ${answer.rows.length} rows, not ${wanted}`);
}

async function checkWrites(findings: Findings, file: TrackedFile, role: string): Promise<void> {
  const { root, field } = namesOf(file);
  const insert = expected(file, parents, role, 'insert');
  const update = expected(file, parents, role, 'update');
  for (const { name, writable } of ofTable(file)) {
    const insertion = `mutation { ${root('insert')}(objects: [{${field(name)}: null}]) { affected_rows } }`;
    await findings.check(`inserts ${name}`, said(writable && insert?.columns.has(name) === true), insertion, role);
    const change = `mutation { ${root('update')}(where: {_not: {}}, _set: {${field(name)}: null}) { affected_rows } }`;
    await findings.check(`updates ${name}`, said(writable && update?.columns.has(name) === true), change, role);
  }
  const mayDelete = expected(file, parents, role, 'delete') !== undefined;
  await findings.check('deletes', said(mayDelete), `mutation { ${root('delete')}(where: {_not: {}}) { affected_rows } }`, role);
}

describe.each(files.map((file) => [`${file.table.schema}.${file.table.name}`, file] as const))('%s', (_, file) => {
  test.each(ROLES)('is to %s what the metadata says', async (role) => {
    const findings = new Findings();
    expect(ofTable(file).length).toBeGreaterThan(0);
    await checkReads(findings, file, role);
    await checkRows(findings, file, role);
    await checkWrites(findings, file, role);
    expect(findings.differing).toEqual([]);
    // Each column is selected, inserted and updated; rows are selected by key, counted and deleted.
    expect(findings.checked).toBe(3 * ofTable(file).length + 3);
  });
});

test('no editor makes a publication of what a citizen attached to a case', async () => {
  const [attached, uploaded] = ['00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000c2'];
  await project.database.query(
    "insert into storage.files (id, bucket_id, name, size, mime_type, is_uploaded) values ($1, 'casos', 'a', 1, 'text/csv', true), ($2, 'default', 'b', 1, 'text/csv', true)",
    [attached, uploaded],
  );
  const describe = (id: string): Promise<Outcome> => {
    const object = `{id: "${id}", nome: "x.csv", mime: "text/csv", tamanho_bytes: 1}`;
    return attempt(`mutation { insert_arquivo_one(object: ${object}) { id } }`, 'editor');
  };
  expect(await describe(uploaded)).toBe('allowed');
  await describe(attached);
  const { rows } = await project.database.query('select id::text from arquivo where id in ($1, $2)', [attached, uploaded]);
  expect(rows).toEqual([{ id: uploaded }]);
});

test('no caller gives a file the content of another one, or another media type', async () => {
  const [sent, own] = ['00000000-0000-4000-8000-0000000000c3', '00000000-0000-4000-8000-0000000000c4'];
  const etag = `"${'a'.repeat(64)}"`;
  await project.database.query(
    `insert into storage.files (id, bucket_id, name, size, mime_type, etag, is_uploaded)
     values ($1, 'casos', 'a', 1, 'text/csv', $3, true), ($2, 'default', 'b', 1, 'text/csv', $4, true)`,
    [sent, own, etag, `"${'b'.repeat(64)}"`],
  );
  const named = JSON.stringify(etag);
  const file = 'bucketId: "publico", name: "a.js", size: 1, mimeType: "text/javascript", isUploaded: true';
  const attempts = [
    `mutation { insertFile(object: {${file}, etag: ${named}}) { id } }`,
    `mutation { updateFile(pk_columns: {id: "${own}"}, _set: {etag: ${named}}) { id } }`,
    `mutation { updateFile(pk_columns: {id: "${own}"}, _set: {mimeType: "text/javascript"}) { id } }`,
  ];
  // Permissions allow it: the storage service of a hosted Nhost writes these columns as the caller.
  for (const mutation of attempts) expect(await attempt(mutation, 'editor')).toBe('allowed');
  const { rows } = await project.database.query(`select etag, mime_type from storage.files where id = $1 or name = 'a.js'`, [own]);
  expect(rows).toEqual([{ etag: `"${'b'.repeat(64)}"`, mime_type: 'text/csv' }]);
});
