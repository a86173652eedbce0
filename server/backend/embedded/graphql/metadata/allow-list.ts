/** Reads `allow_list.yaml` and `query_collections.yaml`: the operations that anonymous callers of a project are held to. */
import { checkKeys, type KnownKeys } from './known-keys.ts';
import type { MetadataNode } from './metadata-node.ts';

const ENTRY_KEYS: KnownKeys = { read: ['collection', 'scope'] };
const SCOPE_KEYS: KnownKeys = { read: ['global', 'roles'] };
const COLLECTION_KEYS: KnownKeys = { read: ['name', 'definition'], accepted: { comment: 'a description changes no answer' } };
const DEFINITION_KEYS: KnownKeys = { read: ['queries'] };
const QUERY_KEYS: KnownKeys = { read: ['name', 'query'] };

/**
 * Returns the texts of the operations that `role` may run, undefined where the list is empty: then it may run any that its permissions
 * allow. Hasura has a switch for the list (HASURA_GRAPHQL_ENABLE_ALLOWLIST); here a list that is there is in force.
 * @throws MetadataError naming file and key
 */
export function readAllowList(list: MetadataNode, collections: MetadataNode, role: string): readonly string[] | undefined {
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
