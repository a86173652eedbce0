/** Opens the content backend that the configuration asks for. Apart from content.ts, so that development keeps it open while other parts change. */
import path from 'node:path';
import type { ContentBackend } from './backend/backend.ts';
import type { AuthSettings } from './backend/embedded/auth/embedded-auth.ts';
import { createEmbeddedBackend } from './backend/embedded/backend.ts';
import { openParsedFiles, PARSED_FILES } from './backend/embedded/graphql/metadata/parsed-files.ts';
import { createHostedDryRun } from './backend/embedded/hosted-dry-run.ts';
import { PREPARED_DATABASES, preparedDatabases } from './backend/embedded/migrations/prepared-database.ts';
import { openNhostAuth } from './backend/nhost/auth/nhost-auth.ts';
import { openNhostBackend, withNhostStorage } from './backend/nhost/backend.ts';
import { createNhostGraphql } from './backend/nhost/graphql-client.ts';
import { createServiceClient } from './backend/nhost/service-client.ts';
import { createNhostStorage } from './backend/nhost/storage.ts';
import { storageAddress } from './backend/nhost/storage-endpoint.ts';
import { createStorageWrites } from './backend/nhost/storage-writes.ts';
import type { Config } from './config/config.ts';
import type { HostedConfig } from './config/hosted.ts';
import type { Logger } from './observability/log.ts';

export interface OpenBackendOptions {
  /** Holds `dist/`, where the build may have prepared a database and metadata. */
  readonly root: string;
  readonly config: Config;
  readonly log: Logger;
  /** Aborts a start that is under way. */
  readonly signal: AbortSignal;
  readonly onProgress: (message: string, done: number, total: number) => void;
  /** Answers bigint, numeric and double precision as texts: for clients other than the site's pages. */
  readonly stringifiesNumerics?: boolean;
  /** Returns the field by which a hosted service joins the trace of the request that is being answered. */
  readonly traceparent?: (() => string | null) | undefined;
}

/** Opens the hosted backend where `GRAPHQL_URL` names one; else the embedded one, with the files of a hosted one where `STORAGE_URL` does. */
export async function openBackend(options: OpenBackendOptions): Promise<ContentBackend> {
  const { hosted } = options.config;
  return hosted === null ? openEmbedded(options) : openHosted(options, hosted);
}

async function openHosted(
  { config, log, traceparent }: OpenBackendOptions,
  { graphqlUrl, storageUrl, authUrl, adminSecret }: HostedConfig,
): Promise<ContentBackend> {
  const graphql = createNhostGraphql({ url: graphqlUrl, adminSecret, traceparent });
  const storage = createNhostStorage({ url: storageUrl, credential: { kind: 'adminSecret', secret: adminSecret }, traceparent });
  const writes = createServiceClient({ headMs: 30_000, atOnce: 32, service: 'the file storage (STORAGE_URL)', traceparent });
  const files = createStorageWrites({
    client: writes,
    files: storageAddress(storageUrl).files,
    adminSecret,
    graphql,
    file: (id, caller) => storage.file(id, caller, { kind: 'whole' }),
    log,
  });
  const auth = openNhostAuth({ url: authUrl, tokenKey: config.tokenKey ?? undefined, graphql, log, traceparent });
  return openNhostBackend({
    graphql,
    storage: { ...storage, close: () => [storage, writes].forEach((each) => each.close()) },
    files,
    auth,
    dryRun: createHostedDryRun({
      execute: (request, executeOptions) => graphql.execute(request, executeOptions),
      onFault: (error) => log.error({ err: error }, 'a statement of a preview failed'),
    }),
    log,
  });
}

async function openEmbedded({
  root,
  config,
  log,
  signal,
  onProgress,
  stringifiesNumerics = false,
}: OpenBackendOptions): Promise<ContentBackend> {
  const own = await createEmbeddedBackend({
    dataDirectory: path.resolve(config.dataDirectory),
    databaseUrl: config.databaseUrl ?? undefined,
    siteUrl: config.siteUrl,
    files: config.files ?? undefined,
    projectDirectory: config.projectDirectory ?? undefined,
    demonstration: config.demonstration,
    stringifiesNumerics,
    auth: authSettings(config, onProgress),
    putEmptyDatabase: preparedDatabases(path.join(root, PREPARED_DATABASES)),
    parsedFiles: openParsedFiles(path.join(root, PARSED_FILES)),
    log,
    onProgress,
    signal,
  });
  return config.storageUrl === null ? own : withNhostStorage(own, createNhostStorage({ url: config.storageUrl }));
}

function authSettings(config: Config, onProgress: OpenBackendOptions['onProgress']): AuthSettings {
  const { hostname } = new URL(config.siteUrl);
  return {
    tokenKey: config.tokenKey ?? undefined,
    issuer: config.siteTitle ?? hostname,
    firstAdministrator: {
      // An address in brackets is no domain of e-mail.
      email: config.adminEmail ?? `administrador@${hostname.startsWith('[') ? 'localhost' : hostname}`,
      password: config.adminPassword,
      // A line of the terminal and not of the log, which is collected and kept.
      tell: ({ email, password }) => onProgress(`First administrator: ${email} with the password ${password} (shown only now)`, 0, 0),
    },
  };
}
