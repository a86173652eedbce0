/** What a deployment to Nhost reads, against the schemas that Nhost and Hasura publish. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse as parseGraphql, print, type SelectionSetNode, stripIgnoredCharacters, visit } from 'graphql';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { NHOST_CONFIG } from '../../support/nhost/config-schema.ts';
import { HASURA_FILES, HASURA_TABLE } from '../../support/nhost/metadata-schema.ts';
import { STORAGE_OPERATIONS } from '../../support/nhost/service-tables.ts';
import { METADATA, PROJECT, readTables, TABLES } from './metadata.ts';

const toml: unknown = parseToml(readFileSync(join(PROJECT, 'nhost/nhost.toml'), 'utf8'));
const file = (name: string): unknown => parse(readFileSync(join(METADATA, name), 'utf8'));

interface Collection {
  readonly name: string;
  readonly definition: { readonly queries: readonly { readonly name: string; readonly query: string }[] };
}

const collections = file('query_collections.yaml') as readonly Collection[];
const queriesOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(collections.find((item) => item.name === name)?.definition.queries.map((item) => [item.name, item.query]) ?? []);

/** Levels of nested selections; a root field is level 1. Fragments count where they are spread. */
function depthOf(text: string): number {
  const document = parseGraphql(text);
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const depth = (set: SelectionSetNode | undefined): number =>
    Math.max(
      0,
      ...(set?.selections ?? []).map((selection) => {
        if (selection.kind === Kind.FIELD) return 1 + depth(selection.selectionSet);
        return depth(selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value)?.selectionSet);
      }),
    );
  return Math.max(...document.definitions.map((node) => (node.kind === Kind.OPERATION_DEFINITION ? depth(node.selectionSet) : 0)));
}

/** Hasura compares operations without `__typename`. */
function normalised(text: string): string {
  const without = visit(parseGraphql(text, { noLocation: true }), {
    Field: (node) => (node.name.value === '__typename' ? null : undefined),
  });
  return stripIgnoredCharacters(print(without));
}

describe('the migrations', () => {
  it('have a version of thirteen digits each, which Hasura tells them apart by', () => {
    const versions = readdirSync(join(PROJECT, 'nhost/migrations/default')).map((name) => name.slice(0, name.indexOf('_')));
    expect(versions.filter((version) => !/^\d{13}$/.test(version))).toEqual([]);
    expect(versions).toHaveLength(new Set(versions).size);
  });
});

describe('nhost.toml', () => {
  it('fits the schema of Nhost', () => {
    expect(NHOST_CONFIG.safeParse(toml).error?.issues ?? []).toEqual([]);
  });

  it('closes what is open by default: errors in detail, any depth, accounts of strangers', () => {
    expect(toml).toMatchObject({
      hasura: { settings: { devMode: false } },
      graphql: { security: { maxDepthQueries: 10 } },
      auth: { signUp: { enabled: false }, method: { anonymous: { enabled: false } } },
    });
  });

  it('gives a new account no role that may write', () => {
    const { roles } = NHOST_CONFIG.parse(toml).auth.user ?? {};
    const writers = new Set(
      [...readTables().values()]
        .filter(({ table }) => !table.startsWith('auth.'))
        .flatMap((table) => [...table.insert_permissions, ...table.update_permissions, ...table.delete_permissions])
        .map(({ role }) => role),
    );
    expect(writers.size).toBeGreaterThan(0);
    expect(roles?.allowed).toContain(roles?.default);
    expect(roles?.allowed?.filter((role) => writers.has(role))).toEqual([]);
  });

  it('names as secrets all that is secret', () => {
    const text = readFileSync(join(PROJECT, 'nhost/nhost.toml'), 'utf8');
    const bare = text
      .split('\n')
      .filter((line) => /^(?:adminSecret|webhookSecret|key|adminPassword)\b/.test(line) && !line.includes('{{ secrets.'));
    expect(bare).toEqual([]);
  });
});

describe('the metadata', () => {
  it.each(Object.keys(HASURA_FILES))('%s fits the schema of Hasura', (name) => {
    expect(HASURA_FILES[name]?.safeParse(file(name)).error?.issues ?? []).toEqual([]);
  });

  it('has tables that fit the schema of Hasura', () => {
    const names = readdirSync(TABLES).filter((name) => name !== 'tables.yaml');
    expect(names.length).toBeGreaterThan(80);
    const faults = names.flatMap((name) =>
      (HASURA_TABLE.safeParse(file(join('databases/default/tables', name))).error?.issues ?? []).map(
        ({ path, message }) => `${name}: ${path.join('.')}: ${message}`,
      ),
    );
    expect(faults).toEqual([]);
  });
});

describe('the list of operations', () => {
  it('is off in Hasura, which would hold the administration to it as well', () => {
    expect(NHOST_CONFIG.parse(toml).hasura.settings?.enableAllowList).toBe(false);
  });

  it('has each operation of the site, and no other: `npm run generate` writes it', () => {
    const listed = queriesOf('site');
    expect(Object.keys(listed).toSorted()).toEqual(Object.keys(QUERY_TEXTS).toSorted());
    const wanted = Object.fromEntries(Object.entries(QUERY_TEXTS).map(([name, text]) => [name, normalised(text)]));
    expect(Object.fromEntries(Object.entries(listed).map(([name, text]) => [name, normalised(text)]))).toEqual(wanted);
  });

  it('has what the storage service asks as its caller', () => {
    const asked = Object.fromEntries(Object.entries(STORAGE_OPERATIONS).map(([name, text]) => [name, normalised(text)]));
    expect(Object.fromEntries(Object.entries(queriesOf('armazenamento')).map(([name, text]) => [name, normalised(text)]))).toEqual(asked);
  });

  it('names every collection of the file', () => {
    expect(file('allow_list.yaml')).toEqual(collections.map(({ name }) => ({ collection: name, scope: { global: true } })));
  });

  it('has no operation that is deeper than the limit', () => {
    const limit = NHOST_CONFIG.parse(toml).graphql?.security?.maxDepthQueries ?? 0;
    const deep = collections.flatMap(({ definition }) =>
      definition.queries.filter(({ query }) => depthOf(query) > limit).map(({ name }) => name),
    );
    expect(deep).toEqual([]);
  });
});
