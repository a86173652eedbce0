/** The files of a Hasura v3 metadata directory beside those of the databases, and what this backend does with each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseUnlessEmpty } from './known-keys.ts';
import { MetadataError, MetadataNode } from './metadata-node.ts';

/** Files that the reader obeys. */
const READ = new Set([
  'version.yaml',
  'inherited_roles.yaml',
  'allow_list.yaml',
  'query_collections.yaml',
  'graphql_schema_introspection.yaml',
]);

/** Files that change no answer of this backend, each with the reason. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'api_limits.yaml': 'every request has the limits of request/limits.ts; the free Hasura does not enforce this file either',
  'metrics_config.yaml': 'metrics of Hasura itself',
  'network.yaml': 'no request goes out that could meet another certificate',
  'opentelemetry.yaml': 'traces of Hasura itself',
};

/** Files of features that this backend does not have; they may be there as long as they hold nothing. */
const UNSUPPORTED = new Set(['actions.yaml', 'backend_configs.yaml', 'cron_triggers.yaml', 'remote_schemas.yaml', 'rest_endpoints.yaml']);

const ACTION_TYPES = 'actions.graphql';

/** Files of version 2, which has no folder of databases. */
export const ONE_DATABASE_FILES: readonly string[] = ['tables.yaml', 'functions.yaml'];

/** Checks the files that lie directly in the metadata directory; the reader obeys `more` too. @throws MetadataError naming the file, and the key where there is one */
export function checkFiles(directory: string, more: readonly string[]): void {
  const files = readdirSync(directory, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(?:ya?ml|graphql|json)$/.test(entry.name),
  );
  for (const { name } of files) {
    if (READ.has(name) || more.includes(name) || Object.hasOwn(ACCEPTED, name)) continue;
    if (UNSUPPORTED.has(name)) refuseContent(MetadataNode.open(directory, name));
    else if (name !== ACTION_TYPES) throw new MetadataError(`${join(directory, name)}: is not a file of Hasura's metadata`);
    else if (definesTypes(join(directory, name))) {
      throw new MetadataError(`${join(directory, name)}: actions are not supported by the embedded backend`);
    }
  }
}

/** Names the key of a mapping that holds something, the file itself where it is a list. */
function refuseContent(node: MetadataNode): void {
  if (Array.isArray(node.value)) return refuseUnlessEmpty(node);
  for (const key of node.keys()) refuseUnlessEmpty(node.get(key));
}

/** True when a line is neither blank nor a comment. */
function definesTypes(file: string): boolean {
  return readFileSync(file, 'utf8')
    .split('\n')
    .some((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
}
