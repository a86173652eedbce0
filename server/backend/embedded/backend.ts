/**
 * The embedded content backend: a database (PGlite in a worker thread, or a Postgres server), the project's migrations and metadata, the
 * GraphQL engine over them, the files on disk and the feed of changes.
 */
import type { Logger } from '../../observability/log.ts';
import type { ChangeMarks, ContentBackend, FileWrites } from '../backend.ts';
import { type AuthSettings, type EmbeddedAuth, openEmbeddedAuth } from './auth/embedded-auth.ts';
import { type ChangeFeed, openChangeFeed } from './changes/change-feed.ts';
import { followMissedChanges } from './changes/missed-changes.ts';
import { createClockCheck } from './clock-check.ts';
import { type DataDirectory, dataDirectoryAt, openDataDirectory } from './data-directory/layout.ts';
import { connectionName, otherSites } from './database/connection-name.ts';
import type { Database } from './database.ts';
import { type DemonstrationChoice, settleDemonstration } from './demonstration/demonstration.ts';
import { loaderInProcess } from './demonstration/loader-process.ts';
import { followDemonstration } from './demonstration/shown-demonstration.ts';
import { dryRun } from './dry-run.ts';
import { createGraphqlEngine, type GraphqlEngine } from './graphql/engine.ts';
import type { Metadata } from './graphql/metadata/metadata.ts';
import type { ParsedFiles } from './graphql/metadata/parsed-files.ts';
import { readMetadata } from './graphql/metadata/reader.ts';
import { createPartProbe } from './health.ts';
import type { PutEmptyDatabase } from './migrations/prepared-database.ts';
import {
  BOOTSTRAP,
  type Migration,
  OWN_PROJECT,
  openProject,
  type ProjectDirectory,
  readMigrations,
} from './migrations/project-directory.ts';
import { type MigrationReport, migrate } from './migrations/runner.ts';
import { faultOfServer, type OwnedDatabase, openOwnDatabase, openServerDatabase } from './owned-database.ts';
import { createRateLimiter } from './rate-limiters.ts';
import { createReleaseAssets } from './release-assets.ts';
import { sharedNumber } from './shared-numbers.ts';
import { BulkFiles } from './storage/bulk-files.ts';
import { createFileAccess } from './storage/file-access.ts';
import { fileDocuments } from './storage/file-documents.ts';
import { startFileMaintenance } from './storage/file-maintenance.ts';
import { type FileStorage, type FilesPlace, openFileStorage } from './storage/file-storage.ts';
import { FileStore } from './storage/file-store.ts';
import { createFileWrites } from './storage/file-writes.ts';
import { createPresignedFiles } from './storage/presigned-files.ts';
import { ReplicaCheck } from './storage/replica-check.ts';
import { storedSecret } from './stored-secret.ts';
import { LiveQueries } from './subscriptions/live-queries.ts';

export interface EmbeddedBackendOptions {
  /** Made when absent and needed. Holds the database and the files when `databaseUrl` is undefined. */
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** Public address of the site, which all replicas on a server should have. */
  readonly siteUrl?: string | undefined;
  /** Where the files are. Default: in the database of `databaseUrl`, and without one in the data directory. */
  readonly files?: FilesPlace | undefined;
  /** An Nhost project, or a folder with `nhost/` and `demo/`. Default: the project of this site. */
  readonly projectDirectory?: string | undefined;
  /** `auto` loads the demonstration into a new data directory when no `databaseUrl` is given. */
  readonly demonstration: DemonstrationChoice;
  readonly auth?: AuthSettings | undefined;
  readonly log: Logger;
  /** Reports the step of the start that is under way. `total` is 0 where the number of steps is not known. */
  readonly onProgress?: (message: string, done: number, total: number) => void;
  /** Puts what a new PGlite database begins with into its folder. Where that stays empty, initdb runs. */
  readonly putEmptyDatabase?: PutEmptyDatabase;
  /** Answers bigint, numeric and double precision as texts. */
  readonly stringifiesNumerics?: boolean;
  /** Metadata that was parsed before. */
  readonly parsedFiles?: ParsedFiles;
  /** Aborts a running demonstration load; the start then rejects. */
  readonly signal?: AbortSignal;
}

/**
 * Opens the database, brings it up to date, loads the demonstration when it is wanted and absent, and answers. Nothing stays open when it rejects.
 * @throws DataDirectoryInUseError when another server runs on the directory; MigrationError when an SQL file fails.
 */
export async function createEmbeddedBackend(options: EmbeddedBackendOptions): Promise<ContentBackend> {
  const { databaseUrl } = options;
  const place: FilesPlace = options.files ?? { kind: databaseUrl === undefined ? 'dataDirectory' : 'database' };
  // Replicas that keep everything on servers need no disk of their own.
  const needsDisk = databaseUrl === undefined || place.kind === 'dataDirectory';
  const directory = needsDisk ? await openDataDirectory(options.dataDirectory) : dataDirectoryAt(options.dataDirectory);
  const onLost = (reason: Error): void => options.log.warn({ err: reason }, 'the database connection was lost and is being replaced');
  const progress = options.onProgress ?? (() => undefined);
  // The project is read while the database starts, which takes longer; its error is thrown where it is awaited below.
  const reading = readProject(options);
  reading.catch(() => undefined);
  const owned =
    databaseUrl === undefined
      ? await openOwnDatabase(directory, {
          onLost,
          progress,
          putEmptyDatabase: async (folder) => options.putEmptyDatabase?.(folder, (await reading).migrations),
        })
      : await openServerDatabase({
          connectionString: databaseUrl,
          name: options.siteUrl === undefined ? undefined : connectionName(options.siteUrl),
          onLost,
          onRestored: () => options.log.info({}, 'the database is there again; changes of its absence are looked up'),
        });
  try {
    const signal = options.signal ?? new AbortController().signal;
    return await start(owned, directory, { ...options, place, progress, signal, project: await reading });
  } catch (error) {
    await Promise.allSettled([owned.close()]);
    throw databaseUrl === undefined ? error : faultOfServer(error);
  }
}

interface Project {
  readonly parts: ProjectDirectory;
  readonly migrations: readonly Migration[];
  readonly metadata: Metadata;
}

async function readProject(options: EmbeddedBackendOptions): Promise<Project> {
  const parts = await openProject(options.projectDirectory ?? OWN_PROJECT);
  const [migrations, metadata] = await Promise.all([readMigrations(parts, BOOTSTRAP), readMetadata(parts.metadata, options.parsedFiles)]);
  return { parts, migrations, metadata };
}

type StartOptions = EmbeddedBackendOptions & {
  readonly place: FilesPlace;
  readonly progress: NonNullable<EmbeddedBackendOptions['onProgress']>;
  readonly signal: AbortSignal;
  readonly project: Project;
};

async function start(owned: OwnedDatabase, directory: DataDirectory, options: StartOptions): Promise<ContentBackend> {
  const { database } = owned;
  const { migrations, metadata } = options.project;
  const report = await migrate(database, migrations, {
    onProgress: ({ name, done, total, seconds, waits }) => {
      const since = seconds === 0 ? '' : ` (${seconds} s${waits ? ', waits for who uses its tables, such as a backup' : ''})`;
      options.progress(`Applying migration ${name}${since}`, done, total);
    },
  });
  logMigrations(options.log, report);
  if (database.kind === 'postgres' && options.siteUrl !== undefined) {
    const others = await otherSites(database, options.siteUrl);
    if (others.length > 0) options.log.warn({ siteUrl: options.siteUrl, others }, 'another replica on this database has another SITE_URL');
  }
  const storage = await openFileStorage({ ...options, database, directory });
  const loaded = await settle(owned, storage, { ...options, report });
  const engine = await createGraphqlEngine({
    database,
    metadata,
    stringifiesNumerics: options.stringifiesNumerics ?? false,
    onFault: (error) => options.log.error({ err: error }, 'a content query failed'),
    onConflict: (conflict) => options.log.warn({ conflict }, 'an inherited role lacks a permission'),
  });
  const auth = await openEmbeddedAuth({ ...options.auth, database, log: options.log });
  const execute: ContentBackend['execute'] = (request, executeOptions) => engine.execute(request, executeOptions);
  const { feed, changeMarks } = await openChanges(database, execute, options).catch(async (error: unknown) => {
    await Promise.allSettled([auth.close()]);
    throw error;
  });
  return compose({ owned, metadata, storage, loaded, engine, auth, feed, changeMarks, log: options.log });
}

interface Changes {
  readonly feed: ChangeFeed;
  readonly changeMarks: ChangeMarks;
}

async function openChanges(database: Database, execute: ContentBackend['execute'], { log }: Pick<StartOptions, 'log'>): Promise<Changes> {
  const missed = await followMissedChanges({ database, execute, log });
  const feed = await openChangeFeed(database, {
    missed,
    onBadPayload: (payload) => log.warn({ payload: payload.slice(0, 200) }, 'a change notification could not be read'),
    onListenerError: (error) => log.error({ err: error }, 'a listener of content changes failed'),
  });
  return { feed, changeMarks: missed };
}

function settle(
  owned: OwnedDatabase,
  storage: FileStorage,
  options: StartOptions & { readonly report: MigrationReport },
): Promise<boolean> {
  const { report, progress } = options;
  const loaderFile = options.project.parts.demonstration;
  return settleDemonstration(owned.database, {
    choice: options.demonstration,
    onServer: owned.database.kind === 'postgres',
    recorded: report.demonstration,
    loader: loaderFile === undefined ? undefined : loaderInProcess(loaderFile),
    filesFor: (tx) => new BulkFiles(tx, storage.forLoad(tx)),
    progress,
    signal: options.signal,
  });
}

function logMigrations(log: Logger, { applied, changed, unknown }: MigrationReport): void {
  if (applied.length > 0) log.info({ applied }, 'database migrations were applied');
  if (changed.length > 0) log.warn({ changed }, 'migration files differ from what was applied; applied migrations are not run again');
  if (unknown.length > 0) log.warn({ unknown }, 'the database has migrations that this project does not know');
}

interface Parts extends Changes {
  readonly owned: OwnedDatabase;
  readonly metadata: Metadata;
  readonly storage: FileStorage;
  /** Whether the demonstration is there. */
  readonly loaded: boolean;
  readonly engine: GraphqlEngine;
  readonly auth: EmbeddedAuth;
  readonly log: Logger;
}

/** Makes what needs no time to open. */
function compose({ owned, metadata, storage, loaded, engine, auth, feed, changeMarks, log }: Parts): ContentBackend {
  const { database } = owned;
  const isDemonstration = followDemonstration({
    loaded,
    database,
    onChange: (listener) => feed.subscribe(listener),
    onFault: (error) => log.error({ err: error }, 'whether the demonstration is there could not be read'),
  });
  const live = new LiveQueries({
    database,
    engine,
    onChange: (listener) => feed.subscribe(listener),
    onFault: (error) => log.error({ err: error }, 'a subscription could not be begun'),
  });
  const documents = fileDocuments(metadata);
  const store = new FileStore(storage.blobs);
  const file = createFileAccess(engine, store, documents);
  const files: FileWrites = {
    ...createFileWrites({ database, engine, blobs: storage.blobs, documents }),
    ...createPresignedFiles({ database, files: store, file }),
  };
  const replica = new ReplicaCheck(database, storage.blobs);
  const maintenance = startFileMaintenance({ database, storage, log });
  const probes = [
    createPartProbe({ name: 'database', probe: (timeoutMs) => database.probe(timeoutMs) }),
    // Pages do not need it, and stored files are served without it.
    createPartProbe({ name: 'storage', optional: true, probe: () => replica.check() }),
    // A database in process has the clock of the process.
    ...(database.kind === 'postgres' ? [createPartProbe({ name: 'clock', optional: true, probe: createClockCheck(database) })] : []),
  ];
  let closing: Promise<void> | undefined;
  return {
    kind: 'embedded',
    isDemonstration,
    allowList: metadata.allowList,
    dryRun: (work) => dryRun(database, engine, work),
    execute: (request, executeOptions) => engine.execute(request, executeOptions),
    subscribe: (request, subscribeOptions) => live.subscribe(request, subscribeOptions),
    rereadSubscriptions: (names) => live.invalidate(names),
    file,
    auth: auth.backend,
    files,
    releases: createReleaseAssets(database),
    storedSecret: () => storedSecret(database, 'casos'),
    rateLimiter: (rules) => createRateLimiter(database, rules, { log }),
    sharedNumber: (names) => sharedNumber(database, names),
    onChange: (listener) => feed.subscribe(listener),
    changeMarks,
    async health(timeoutMs) {
      const parts = await Promise.all(probes.map((probe) => probe(timeoutMs)));
      // A database that does not answer tells nothing of the clock.
      return parts.filter(({ name }) => name !== 'clock' || parts[0]?.ok === true);
    },
    close() {
      // What cannot be told to a database or a store that is gone needs not be told.
      closing ??= Promise.allSettled([auth.close(), live.close(), feed.close(), replica.withdraw(), maintenance.close()]).then(() =>
        owned.close(),
      );
      return closing;
    },
  };
}
