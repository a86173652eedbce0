/** Reads the metadata directory of a Hasura project, version 3 (`metadata/` of an Nhost project) or 2, which knows one database. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFunction } from './function-reader.ts';
import { checkFiles, ONE_DATABASE_FILES } from './known-files.ts';
import {
  CUSTOMIZATION_KEYS,
  checkKeys,
  INHERITED_ROLE_KEYS,
  INTROSPECTION_KEYS,
  type KnownKeys,
  ROOT_NAME_KEYS,
  SOURCE_KEYS,
  TYPE_NAME_KEYS,
} from './known-keys.ts';
import { CONVENTIONS, type Customization, type InheritedRole, type Metadata, PLAIN_NAMES, type TableMetadata } from './metadata.ts';
import { MetadataError, MetadataNode } from './metadata-node.ts';
import { qualifiedName, readFieldName } from './names.ts';
import { NOTHING_PARSED, type ParsedFiles } from './parsed-files.ts';
import { readTable } from './table-reader.ts';

const VERSIONS = [2, 3] as const;
type Version = (typeof VERSIONS)[number];
const POSTGRES = new Set(['postgres', 'pg']);

/** The role of callers without a token. */
const ANONYMOUS_ROLE = 'public';

function readVersion(directory: string): Version {
  const version = MetadataNode.open(directory, 'version.yaml').get('version');
  return VERSIONS.find((known) => known === version.value) ?? version.fail(`expected version ${VERSIONS.join(' or ')}`);
}

/** @throws MetadataError for names that GraphQL cannot spell, and for what this backend does not have */
function readCustomization(node: MetadataNode | undefined): Customization {
  if (node === undefined) return PLAIN_NAMES;
  const convention = checkKeys(node, CUSTOMIZATION_KEYS).get('naming_convention');
  const affix = (given: MetadataNode): string => (given.isAbsent ? '' : readFieldName(given));
  const affixes = (given: MetadataNode): Customization['root'] => ({
    prefix: affix(given.get('prefix')),
    suffix: affix(given.get('suffix')),
  });
  return {
    convention:
      CONVENTIONS.find((item) => item === (convention.optionalString() ?? 'hasura-default')) ??
      convention.fail(`expected one of ${CONVENTIONS.join(', ')}`),
    root: affixes(checkKeys(node.get('root_fields'), ROOT_NAME_KEYS)),
    type: affixes(checkKeys(node.get('type_names'), TYPE_NAME_KEYS)),
  };
}

/** The one database of the project. */
function onlySource(databases: MetadataNode): MetadataNode {
  const [source, second] = databases.items();
  if (source === undefined) return databases.fail('expected a database');
  second?.fail('a second database is not supported by the embedded backend');
  const kind = checkKeys(source, SOURCE_KEYS).get('kind');
  if (!POSTGRES.has(kind.optionalString() ?? 'postgres')) kind.fail('only postgres is supported by the embedded backend');
  return source;
}

/** A file that a project may leave out. */
function openOptional(directory: string, file: string, parsed: ParsedFiles): MetadataNode | undefined {
  return existsSync(join(directory, file)) ? MetadataNode.open(directory, file, parsed) : undefined;
}

function refuseTwice(tables: readonly TableMetadata[]): void {
  const seen = new Map<string, string>();
  for (const { table, place } of tables) {
    const name = qualifiedName(table);
    const earlier = seen.get(name);
    if (earlier !== undefined) throw new MetadataError(`${place}: table ${name} is already tracked in ${earlier}`);
    seen.set(name, place);
  }
}

function readDisabledRoles(introspection: MetadataNode): readonly string[] {
  return checkKeys(introspection, INTROSPECTION_KEYS).get('disabled_for_roles').strings();
}

/**
 * Reads the metadata of the project in `directory` (the folder with `version.yaml` and `databases/`), taking what is in `parsed` from there.
 * @throws MetadataError naming file and key, also for a key that this backend does not support
 */
export function readMetadata(directory: string, parsed: ParsedFiles = NOTHING_PARSED): Promise<Metadata> {
  return Promise.resolve().then(() => {
    const version = readVersion(directory);
    checkFiles(directory, version === 2 ? ONE_DATABASE_FILES : []);
    const source = version === 2 ? undefined : onlySource(MetadataNode.open(directory, 'databases/databases.yaml', parsed));
    const part = (name: 'tables' | 'functions'): readonly MetadataNode[] =>
      (source?.get(name) ?? openOptional(directory, `${name}.yaml`, parsed))?.items() ?? [];
    const tables = part('tables').map(readTable);
    refuseTwice(tables);
    const introspection = openOptional(directory, 'graphql_schema_introspection.yaml', parsed);
    const inherited = openOptional(directory, 'inherited_roles.yaml', parsed);
    const [list, collections] = ['allow_list.yaml', 'query_collections.yaml'].map((file) => openOptional(directory, file, parsed));
    return {
      customization: readCustomization(source?.get('customization')),
      tables,
      functions: part('functions').map(readFunction),
      inheritedRoles: inherited === undefined ? [] : readInheritedRoles(inherited),
      introspectionDisabledFor: introspection === undefined ? [] : readDisabledRoles(introspection),
      allowList: list === undefined || collections === undefined ? undefined : readAllowList(list, collections, ANONYMOUS_ROLE),
    };
  });
}

/** Reads `inherited_roles.yaml`. @throws MetadataError naming file and key, also when roles inherit from each other in a circle */
function readInheritedRoles(list: MetadataNode): readonly InheritedRole[] {
  const roles = list.items().map((node) => {
    const role = checkKeys(node, INHERITED_ROLE_KEYS).get('role_name').string();
    const parents = node.get('role_set').strings();
    if (parents.length === 0) node.get('role_set').fail('needs at least one role');
    return { node, role, parents, place: node.place };
  });
  const byName = new Map(roles.map(({ role, parents }) => [role, parents]));
  const reaches = (from: string, target: string, seen: ReadonlySet<string>): boolean =>
    !seen.has(from) && (byName.get(from) ?? []).some((parent) => parent === target || reaches(parent, target, new Set([...seen, from])));
  for (const { node, role } of roles) {
    if (reaches(role, role, new Set())) node.get('role_set').fail(`the role "${role}" inherits from itself`);
  }
  return roles.map(({ role, parents, place }) => ({ role, parents, place }));
}

const ENTRY_KEYS: KnownKeys = { read: ['collection', 'scope'] };
const SCOPE_KEYS: KnownKeys = { read: ['global', 'roles'] };
const COLLECTION_KEYS: KnownKeys = { read: ['name', 'definition'], accepted: { comment: 'a description changes no answer' } };
const DEFINITION_KEYS: KnownKeys = { read: ['queries'] };
const QUERY_KEYS: KnownKeys = { read: ['name', 'query'] };

/**
 * Reads `allow_list.yaml` and `query_collections.yaml`. Returns the texts of the operations that `role` may run; undefined where the list is empty:
 * then it may run any that its permissions allow. Hasura has a switch for the list (HASURA_GRAPHQL_ENABLE_ALLOWLIST); here a list that is there is in force.
 * @throws MetadataError naming file and key
 */
function readAllowList(list: MetadataNode, collections: MetadataNode, role: string): readonly string[] | undefined {
  const texts = new Map(
    collections.items().map((collection) => {
      const queries = checkKeys(checkKeys(collection, COLLECTION_KEYS).get('definition'), DEFINITION_KEYS).get('queries').items();
      return [collection.get('name').string(), queries.map((query) => checkKeys(query, QUERY_KEYS).get('query').string())] as const;
    }),
  );
  const entries = list.items();
  if (entries.length === 0) return undefined;
  return entries.flatMap((entry) => {
    const name = checkKeys(entry, ENTRY_KEYS).get('collection');
    const found = texts.get(name.string());
    if (found === undefined) return name.fail(`there is no query collection "${name.string()}"`);
    return isMeantFor(entry.get('scope'), role) ? found : [];
  });
}

function isMeantFor(scope: MetadataNode, role: string): boolean {
  checkKeys(scope, SCOPE_KEYS);
  return scope.get('global').boolean(true) || scope.get('roles').strings().includes(role);
}
