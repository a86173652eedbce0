/** One checkout of the project under measurement: its migrations, its engine and its demonstration, in a directory of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ADMIN_CALLER, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import type * as Backend from '../../../server/backend/embedded/backend.ts';
import type * as Layout from '../../../server/backend/embedded/data-directory/layout.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import type * as Engine from '../../../server/backend/embedded/graphql/engine.ts';
import type * as Reader from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import type * as Owned from '../../../server/backend/embedded/owned-database.ts';
import type * as Texts from '../../../shared/graphql/generated/all.ts';
import type { OperationCall } from '../../../shared/routes/types.ts';

export interface Subject {
  readonly database: Database;
  readonly run: (call: OperationCall, role: 'public' | 'admin') => Promise<void>;
  readonly selectOne: () => Promise<void>;
  close(): Promise<void>;
}

const EMBEDDED = 'server/backend/embedded';
const METADATA = 'server/project/nhost/metadata';

async function load<Module>(root: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(path.join(root, file)).href)) as Module;
}

const ignore = (): void => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The database as a first start of the site leaves it, on disk. */
async function openDatabase(root: string, dataDirectory: string): Promise<Owned.OwnedDatabase> {
  const { createEmbeddedBackend } = await load<typeof Backend>(root, `${EMBEDDED}/backend.ts`);
  const backend = await createEmbeddedBackend({ dataDirectory, databaseUrl: undefined, demonstration: true, log: SILENT });
  await backend.close();
  const { openDataDirectory } = await load<typeof Layout>(root, `${EMBEDDED}/data-directory/layout.ts`);
  const { openOwnDatabase } = await load<typeof Owned>(root, `${EMBEDDED}/owned-database.ts`);
  return openOwnDatabase(await openDataDirectory(dataDirectory), { onLost: ignore, progress: ignore });
}

/** Builds the database of the checkout at `root` (about 20 s) and its engine. The caller closes it. */
export async function openSubject(root: string): Promise<Subject> {
  const directory = await mkdtemp(path.join(tmpdir(), 'medida-'));
  const owned = await openDatabase(root, directory);
  const { database } = owned;
  const { createGraphqlEngine } = await load<typeof Engine>(root, `${EMBEDDED}/graphql/engine.ts`);
  const { readMetadata } = await load<typeof Reader>(root, `${EMBEDDED}/graphql/metadata/reader.ts`);
  const { QUERY_TEXTS } = await load<typeof Texts>(root, 'shared/graphql/generated/all.ts');
  const engine = await createGraphqlEngine({ database, metadata: await readMetadata(path.join(root, METADATA)) });
  return {
    database,
    async run({ operation, variables }, role) {
      const request = { query: QUERY_TEXTS[operation], operationName: operation, variables: { ...variables } };
      const answer = await engine.execute(request, { caller: role === 'public' ? PUBLIC_CALLER : ADMIN_CALLER });
      if (answer.kind === 'errors') throw new Error(`${operation}: ${answer.errors[0]?.message}`);
    },
    async selectOne() {
      await database.query('select 1', [], { name: 'one' });
    },
    async close() {
      await owned.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
