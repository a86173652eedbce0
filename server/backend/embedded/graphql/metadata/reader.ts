/** Reads the metadata directory of a Hasura v3 project (`metadata/` of an Nhost project). */
import type { Metadata, TableMetadata } from './metadata.ts';
import { MetadataError, MetadataNode } from './metadata-node.ts';
import { readTable } from './table-reader.ts';

const SUPPORTED_VERSION = 3;

function requireVersion(directory: string): void {
  const version = MetadataNode.open(directory, 'version.yaml').get('version');
  if (version.value !== SUPPORTED_VERSION) version.fail(`expected version ${SUPPORTED_VERSION}`);
}

/** The one database of the project: the only source, or the one named `default`. */
function defaultSource(databases: MetadataNode): MetadataNode {
  const sources = databases.items();
  const [only] = sources;
  if (sources.length === 1 && only !== undefined) return only;
  return sources.find((source) => source.get('name').value === 'default') ?? databases.fail('expected a database named default');
}

function refuseTwice(tables: readonly TableMetadata[]): void {
  const seen = new Map<string, string>();
  for (const { table, place } of tables) {
    const name = `${table.schema}.${table.name}`;
    const earlier = seen.get(name);
    if (earlier !== undefined) throw new MetadataError(`${place}: table ${name} is already tracked in ${earlier}`);
    seen.set(name, place);
  }
}

/**
 * Reads the tracked tables of the project in `directory` (the folder with `version.yaml` and `databases/`). Parts of the metadata that
 * no query can see (mutations' permissions, event triggers, actions) are left alone.
 * @throws MetadataError naming file and key
 */
export function readMetadata(directory: string): Promise<Metadata> {
  return Promise.resolve().then(() => {
    requireVersion(directory);
    const source = defaultSource(MetadataNode.open(directory, 'databases/databases.yaml'));
    if (source.get('functions').items().length > 0) source.get('functions').fail('tracked functions are not supported');
    const tables = source.get('tables').items().map(readTable);
    refuseTwice(tables);
    return { tables };
  });
}
