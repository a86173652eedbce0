/**
 * The types of operations, checked against the public role's schema of the project. Schema and types are kept by the content of what they are
 * made from: printing the one starts a database, and making the other takes seconds.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildSchema, type DefinitionNode, type DocumentNode, Kind, parse, validate } from 'graphql';

const SCALARS = {
  bigint: 'number',
  smallint: 'number',
  numeric: 'number',
  float8: 'number',
  uuid: 'string',
  date: 'string',
  time: 'string',
  timestamptz: 'string',
  timestamp: 'string',
  bpchar: 'string',
  citext: 'string',
  tsvector: 'string',
  json: 'unknown',
  jsonb: 'unknown',
} as const;

export interface Operation {
  readonly name: string;
  readonly document: DocumentNode;
  readonly text: string;
}

/** Returns the module of types. @throws Error naming the operations that do not fit the schema */
export async function operationTypes(root: string, operations: readonly Operation[]): Promise<string> {
  const sdl = await schemaText(root);
  const inputs = [
    sdl,
    ...operations.map(({ text }) => text),
    await readFile(import.meta.filename, 'utf8'),
    // Names the versions of the generator.
    await readFile(path.join(root, 'package-lock.json'), 'utf8'),
  ];
  return kept(root, `${hashOf(inputs)}.ts`, () => makeTypes(sdl, operations));
}

async function makeTypes(sdl: string, operations: readonly Operation[]): Promise<string> {
  // Loaded here, because most runs find the types of an earlier one.
  const { codegen } = await import('@graphql-codegen/core');
  const typescriptOperations = await import('@graphql-codegen/typescript-operations');
  const schema = buildSchema(sdl);
  const faults = operations.flatMap(({ name, document }) => validate(schema, document).map((error) => `${name}: ${error.message}`));
  if (faults.length > 0) throw new Error(`operations do not fit the schema:\n${faults.join('\n')}`);
  const config = {
    scalars: SCALARS,
    immutableTypes: true,
    enumsAsTypes: true,
    useTypeImports: true,
    skipTypename: false,
    defaultScalarType: 'string',
  };
  const unique = new Map(operations.flatMap(({ document }) => document.definitions).map((node) => [definitionName(node), node]));
  const body = await codegen({
    filename: 'operations.ts',
    schema: parse(sdl),
    documents: [{ location: 'operations', document: { kind: Kind.DOCUMENT, definitions: [...unique.values()] } }],
    plugins: [{ 'typescript-operations': {} }],
    pluginMap: { 'typescript-operations': typescriptOperations },
    config,
  });
  const names = operations.map(({ name }) => `'${name}'`).join(' | ') || 'never';
  const results = operations.map((operation) => `  readonly ${operation.name}: ${typeNameOf(operation)};`).join('\n');
  const variables = operations.map((operation) => `  readonly ${operation.name}: ${typeNameOf(operation)}Variables;`).join('\n');
  return `${body}
export type OperationName = ${names};

export interface OperationResults {
${results}
}

export interface OperationVariables {
${variables}
}
`;
}

function definitionName(node: DefinitionNode): string {
  return 'name' in node && node.name !== undefined ? `${node.kind}:${node.name.value}` : node.kind;
}

/** The name that the types of an operation begin with. */
function typeNameOf({ name, document }: Operation): string {
  const kind = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)?.operation ?? 'query';
  return pascal(name) + pascal(kind);
}

function pascal(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Lists what may be asked and changes no type; it is written with every change of an operation. */
const ALLOW_LIST = 'metadata/query_collections.yaml';

/** The public role's schema, printed from the project's migrations and metadata. */
async function schemaText(root: string): Promise<string> {
  const project = path.join(root, 'server/project');
  const engine = path.join(root, 'server/backend/embedded/graphql');
  const inputs: string[] = [];
  for (const directory of [path.join(project, 'nhost'), path.join(project, 'bootstrap'), engine]) {
    for (const file of (await readdir(directory, { recursive: true })).sort()) {
      if (/\.(sql|yaml|ts)$/.test(file) && file !== ALLOW_LIST) inputs.push(file, await readFile(path.join(directory, file), 'utf8'));
    }
  }
  return kept(root, `${hashOf(inputs)}.graphql`, async () => {
    const { printProjectSchemas } = await import('../backend/embedded/graphql/print-schema.ts');
    return (await printProjectSchemas(project, ['public'])).public;
  });
}

function hashOf(inputs: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16);
}

/** Returns the file of the cache, which `make` writes where it is not there yet. */
async function kept(root: string, name: string, make: () => Promise<string>): Promise<string> {
  const file = path.join(root, 'node_modules/.cache/esquema', name);
  if (existsSync(file)) return readFile(file, 'utf8');
  const text = await make();
  await mkdir(path.dirname(file), { recursive: true });
  // Under its name only when it is whole: a run may be interrupted.
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, text);
  await rename(partial, file);
  return text;
}
