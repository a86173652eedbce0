/**
 * The project's `query_collections.yaml`: the collection of the site's own operations is written from `shared/graphql`, every other
 * collection of the file stays as it is. An operation takes one line, so that a change of it is a change of one line.
 */
import { stripIgnoredCharacters } from 'graphql';
import { parseDocument, stringify } from 'yaml';

const SITE_COLLECTION = 'site';

interface ListedOperation {
  readonly name: string;
  readonly text: string;
}

/** Returns the text of the file with the collection `site` replaced by `operations`. */
export function queryCollections(operations: readonly ListedOperation[], present: string): string {
  const others: unknown = parseDocument(present).toJS();
  const kept = (Array.isArray(others) ? others : []).filter((item: unknown) => nameOf(item) !== SITE_COLLECTION);
  const queries = operations.map(({ name, text }) => ({ name, query: stripIgnoredCharacters(text) }));
  const comment = '# `npm run generate` writes the collection `site` from shared/graphql.\n';
  return comment + stringify([{ name: SITE_COLLECTION, definition: { queries } }, ...kept], { lineWidth: 0 });
}

function nameOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'name' in item ? item.name : undefined;
}
