/**
 * Whether the backend has what the site reads. `PROJECT_DIR` may name any Nhost project; one without this site's tables would answer every
 * page with an error, so the start names the first table that is missing.
 */
import { type DocumentNode, type FieldNode, Kind } from 'graphql';
import { SYNTAX_TREES } from '../../shared/graphql/generated/syntax-trees.ts';
import { StartupError } from '../observability/startup-report.ts';
import { type ContentBackend, PUBLIC_CALLER } from './backend.ts';

const MISSING = /^field '(?<table>\w+)' not found in type: 'query_root'$/;

/**
 * Asks for no row of each table that an operation of the site reads at its root.
 * @throws StartupError that names a table when the project has none, or grants the public nothing of it
 */
export async function requireSiteTables(backend: Pick<ContentBackend, 'execute'>): Promise<void> {
  const fields = [...rootTables(Object.values(SYNTAX_TREES))].map((table) => `${table}(limit: 0) { __typename }`);
  const query = `query TabelasDoSite { ${fields.join(' ')} }`;
  const answer = await backend.execute({ query }, { caller: PUBLIC_CALLER });
  const missing = answer.kind === 'errors' ? MISSING.exec(answer.errors[0]?.message ?? '')?.groups?.['table'] : undefined;
  if (missing === undefined) return;
  throw new StartupError(
    `the project has no table "${missing}" that the public may read, and the site needs it (PROJECT_DIR); npm run backend serves a project without the site`,
  );
}

/**
 * The tables behind the root fields: `x`, `x_by_pk` and `x_aggregate` are those of `x`. Functions are not asked: one without its arguments is
 * refused, and that refusal would stand in place of the missing table.
 */
function rootTables(operations: readonly DocumentNode[]): ReadonlySet<string> {
  const tables = new Set<string>();
  for (const { definitions } of operations) {
    for (const definition of definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      for (const selection of definition.selectionSet.selections) {
        if (selection.kind === Kind.FIELD && !isFunction(selection)) tables.add(selection.name.value.replace(/_(?:by_pk|aggregate)$/, ''));
      }
    }
  }
  return tables;
}

function isFunction({ arguments: given }: FieldNode): boolean {
  return given?.some(({ name }) => name.value === 'args') === true;
}
