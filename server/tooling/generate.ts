/**
 * Compiles the `.graphql` operations into what the code imports from `shared/graphql/generated` (never committed):
 * `documents/<Name>.ts` with the typed name by which pages read an operation, `syntax-trees.ts` for Apollo, `all.ts` with the texts for the
 * server, and `operations.ts` with types.
 * The trees and texts need no schema; the types are checked against the public role's schema of the project. The project's
 * `query_collections.yaml`, which is committed, gets the same texts, to which `npm run backend` holds callers without a token.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { type Operation, operationTypes } from './operation-types.ts';
import { queryCollections } from './query-collections.ts';

/** Writes documents and texts. With `types`, also checks every operation against the schema and writes the types. */
export async function generate(root: string, options: { readonly types: boolean }): Promise<readonly string[]> {
  const source = path.join(root, 'shared/graphql');
  const target = path.join(source, 'generated');
  const operations = await readOperations(source);
  await mkdir(path.join(target, 'documents'), { recursive: true });
  const collections = path.join(root, 'server/project/nhost/metadata/query_collections.yaml');
  await Promise.all([
    writeIfChanged(collections, queryCollections(operations, await readFile(collections, 'utf8'))),
    ...operations.map((operation) => writeIfChanged(path.join(target, 'documents', `${operation.name}.ts`), referenceModule(operation))),
    writeIfChanged(path.join(target, 'syntax-trees.ts'), syntaxTreesModule(operations)),
    writeIfChanged(path.join(target, 'all.ts'), textsModule(operations)),
    removeStale(path.join(target, 'documents'), operations),
  ]);
  const types = path.join(target, 'operations.ts');
  if (options.types || !existsSync(types)) {
    await writeIfChanged(types, options.types ? await operationTypes(root, operations) : untypedModule(operations));
  }
  return operations.map((operation) => operation.name);
}

async function readOperations(source: string): Promise<readonly Operation[]> {
  const definitions: DefinitionNode[] = [];
  for (const folder of ['fragments', 'operations']) {
    const directory = path.join(source, folder);
    if (!existsSync(directory)) continue;
    for (const file of (await readdir(directory, { recursive: true })).sort()) {
      if (!file.endsWith('.graphql')) continue;
      definitions.push(...parseFile(path.join(directory, file), await readFile(path.join(directory, file), 'utf8')));
    }
  }
  const fragments = new Map(definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]));
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operations.map((operation) => toOperation(operation, fragments)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function parseFile(file: string, text: string): readonly DefinitionNode[] {
  try {
    return parse(text, { noLocation: true }).definitions;
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function toOperation(operation: OperationDefinitionNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): Operation {
  const name = operation.name?.value;
  if (name === undefined) throw new Error('every operation needs a name');
  const used = new Map<string, FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (fragment === undefined) throw new Error(`${name}: no fragment ${spread.name.value}`);
        if (used.has(spread.name.value)) return;
        used.set(spread.name.value, fragment);
        collect(fragment);
      },
    });
  };
  collect(operation);
  const document = withTypenames({ kind: Kind.DOCUMENT, definitions: [operation, ...used.values()] });
  return { name, document, text: print(document) };
}

/** Adds `__typename` to every selection but the root, as the browser's cache wants it. */
function withTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet(node: SelectionSetNode, _key, parent): SelectionSetNode | undefined {
      if (parent !== undefined && !Array.isArray(parent) && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION) return undefined;
      if (node.selections.some((selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename')) return undefined;
      return { ...node, selections: [...node.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }] };
    },
  });
}

function referenceModule({ name }: Operation): string {
  return `import type { OperationReference } from '../../../routes/types.ts';
import type { OperationResults } from '../operations.ts';

export const ${name}Document: OperationReference<OperationResults['${name}']> = { operation: '${name}' };
`;
}

function syntaxTreesModule(operations: readonly Operation[]): string {
  const trees = operations.map(({ name, document }) => `  ${name}: ${JSON.stringify(document)} as never,`).join('\n');
  return `import type { DocumentNode } from 'graphql';
import type { OperationName } from './operations.ts';

export const SYNTAX_TREES: Readonly<Record<OperationName, DocumentNode>> = {
${trees}
};
`;
}

function textsModule(operations: readonly Operation[]): string {
  const texts = operations.map(({ name, text }) => `  ${name}: ${JSON.stringify(text)},`).join('\n');
  return `import type { OperationName } from './operations.ts';

export const QUERY_TEXTS: Readonly<Record<OperationName, string>> = {
${texts}
};
`;
}

function untypedModule(operations: readonly Operation[]): string {
  const names = operations.map(({ name }) => `'${name}'`).join(' | ') || 'never';
  return `export type OperationName = ${names};
export type OperationResults = Record<OperationName, never>;
export type OperationVariables = Record<OperationName, never>;
`;
}

async function removeStale(directory: string, operations: readonly Operation[]): Promise<void> {
  const wanted = new Set(operations.map(({ name }) => `${name}.ts`));
  const present = await readdir(directory);
  await Promise.all(present.filter((file) => !wanted.has(file)).map((file) => rm(path.join(directory, file))));
}

/** Leaves an unchanged file alone, so that hot reload and caches do not see a new one. */
async function writeIfChanged(file: string, text: string): Promise<void> {
  if (existsSync(file) && (await readFile(file, 'utf8')) === text) return;
  await writeFile(file, text);
}

if (import.meta.main) {
  const names = await generate(process.cwd(), { types: !process.argv.includes('--documents-only') });
  process.stdout.write(`${names.length} operations compiled\n`);
}
