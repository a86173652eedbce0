/** The content backend of a hosted Nhost project, or of any Hasura with Nhost's storage and authentication, over the network. */
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Logger } from '../../observability/log.ts';
import {
  ADMIN_CALLER,
  type BackendHealth,
  type ContentBackend,
  type FileWrites,
  type GraphqlAnswer,
  type HealthFault,
} from '../backend.ts';
import { createChangeListeners } from '../changes/change-listeners.ts';
import type { NhostAuth } from './auth/nhost-auth.ts';
import { openChangeLog } from './change-log.ts';
import type { NhostGraphql } from './graphql-client.ts';
import type { NhostStorage } from './storage.ts';

export interface NhostBackendOptions {
  readonly graphql: NhostGraphql;
  readonly storage: NhostStorage;
  readonly files: FileWrites;
  readonly auth: NhostAuth;
  readonly dryRun: ContentBackend['dryRun'];
  readonly log: Logger;
}

/** Opens the backend: it answers, and its record of changes is followed. @throws AppError when the service cannot be reached. */
export async function openNhostBackend({ graphql, storage, files, auth, dryRun, log }: NhostBackendOptions): Promise<ContentBackend> {
  const listeners = createChangeListeners((error) => log.error({ err: error }, 'a listener of content changes failed'));
  const close = (): void => {
    listeners.clear();
    graphql.close();
    storage.close();
    auth.close();
  };
  const changes = await openChangeLog({
    execute: (request, options) => graphql.execute(request, options),
    emit: (event) => listeners.emit(event),
    log,
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  return {
    kind: 'nhost',
    isDemonstration: () => false,
    // The hosted Hasura holds callers to its own list.
    allowList: undefined,
    dryRun,
    execute: (request, options) => graphql.execute(request, options),
    subscribe: () => noSubscriptions(),
    rereadSubscriptions: () => undefined,
    file: (id, caller, intent) => storage.file(id, caller, intent),
    files,
    auth: auth.backend,
    onChange: (listener) => listeners.subscribe(listener),
    checkChanges: () => changes.check(),
    changeMarks: changes,
    health: async (timeoutMs) => Promise.all([probe(graphql, timeoutMs), storage.health(timeoutMs / 2)]),
    close() {
      changes.close();
      close();
      return Promise.resolve();
    },
  };
}

/** Subscriptions go from the browser's socket to the hosted one (GRAPHQL_WS_URL), past this backend. */
async function* noSubscriptions(): AsyncIterable<GraphqlAnswer> {
  yield { kind: 'errors', errors: [{ message: 'no subscriptions exist', extensions: { path: '$', code: 'validation-failed' } }] };
}

const NAME = 'graphql';

async function probe(graphql: NhostGraphql, timeoutMs: number): Promise<BackendHealth> {
  const begun = performance.now();
  const fault = await graphql
    .execute({ query: 'query Sonda { __typename }' }, { caller: ADMIN_CALLER, timeoutMs })
    .then((answer): HealthFault | null => (answer.kind === 'data' ? null : 'refused'), faultOf);
  const latencyMs = Math.round((performance.now() - begun) * 10) / 10;
  return fault === null ? { name: NAME, ok: true, latencyMs } : { name: NAME, ok: false, latencyMs, fault };
}

function faultOf(error: unknown): HealthFault {
  if (!(error instanceof AppError)) return 'failed';
  if (error.code === 'BACKEND_TIMEOUT') return 'timeout';
  return error.code === 'BACKEND_UNAVAILABLE' ? 'unreachable' : 'failed';
}

/**
 * Decorates a backend whose files are in a hosted storage: `file` asks there, and its health takes the place of the backend's own storage.
 * Closing it closes both.
 */
export function withNhostStorage(backend: ContentBackend, storage: NhostStorage): ContentBackend {
  return {
    ...backend,
    file: (id, caller, intent) => storage.file(id, caller, intent),
    // The storage takes uploads itself.
    files: undefined,
    async health(timeoutMs) {
      // Half of the time, so that a storage that hangs is known to hang before the whole check is given up.
      const [parts, files] = await Promise.all([backend.health(timeoutMs), storage.health(timeoutMs / 2)]);
      return [...parts.filter(({ name }) => name !== files.name), files];
    },
    close() {
      storage.close();
      return backend.close();
    },
  };
}
