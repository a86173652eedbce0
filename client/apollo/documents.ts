import type { DocumentNode } from 'graphql';
import type { OperationCall } from '../../shared/routes/types.ts';

/** Returns the name of a document's operation. @throws when it holds none: every operation of the site is named. */
export function operationNameOf(document: DocumentNode): string {
  for (const definition of document.definitions) {
    if (definition.kind === 'OperationDefinition' && definition.name !== undefined) return definition.name.value;
  }
  throw new Error('a document without a named operation');
}

/** Returns the document of a call among a page's documents, or null when the page does not read that operation. */
export function documentOf(documents: readonly DocumentNode[], call: OperationCall): DocumentNode | null {
  return documents.find((document) => operationNameOf(document) === call.operation) ?? null;
}
