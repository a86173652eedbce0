/**
 * The redirects that the institution has set for addresses without a page, held in process: an unknown address costs no query. They are loaded
 * before the server is ready, again when one changes, and every few minutes.
 */
import { REDIRECT_TABLE } from '../../shared/content/content-rules.ts';
import { QUERY_TEXTS } from '../../shared/graphql/generated/all.ts';
import type { OperationResults } from '../../shared/graphql/generated/operations.ts';
import type { Timers } from '../../shared/time/timers.ts';
import { splitTarget } from '../message/request-target.ts';
import type { Logger } from '../observability/log.ts';
import { type ChangeEvent, type ContentBackend, PUBLIC_CALLER } from './backend.ts';
import { startBackgroundRefresh } from './background-refresh.ts';

type SetRedirect =
  | { readonly kind: 'gone'; readonly reason: string | null }
  | { readonly kind: 'moved'; readonly to: string; readonly status: number };

export interface Redirects {
  /** The redirect of a path with its raw query (with `?`, or empty), else that of the path alone; null without one. */
  readonly find: (path: string, query: string) => SetRedirect | null;
  close(): void;
}

export interface RedirectsOptions {
  readonly backend: Pick<ContentBackend, 'execute' | 'onChange'>;
  readonly log: Logger;
  /** The process's timers unless a test brings its own. */
  readonly timers?: Timers;
}

/** The `limit` of the operation `Redirecionamentos`. */
const MAX_REDIRECTS = 10_000;

const REFRESH_EVERY_MS = 300_000;

type Row = OperationResults['Redirecionamentos']['redirecionamento'][number];

/** Loads the redirects and keeps them fresh. @throws when the first load fails. */
export async function createRedirects({ backend, log, timers }: RedirectsOptions): Promise<Redirects> {
  let held: ReadonlyMap<string, SetRedirect> = new Map();
  const load = async (): Promise<void> => {
    held = await loadRedirects(backend, log);
  };
  const refreshing = startBackgroundRefresh({
    load,
    nextInMs: () => REFRESH_EVERY_MS,
    failure: 'the redirects could not be read again; the old ones stay',
    log,
    timers,
  });
  // Before the first load, since a change during it is told once.
  const stop = backend.onChange((event) => {
    if (touchesRedirects(event)) refreshing.refreshInBackground();
  });
  const close = (): void => {
    stop();
    refreshing.close();
  };
  try {
    await refreshing.refresh();
  } catch (error) {
    close();
    throw error;
  }
  return { find: (path, query) => (query === '' ? undefined : held.get(keyOf(path) + query)) ?? held.get(keyOf(path)) ?? null, close };
}

async function loadRedirects(backend: Pick<ContentBackend, 'execute'>, log: Logger): Promise<ReadonlyMap<string, SetRedirect>> {
  const request = { query: QUERY_TEXTS.Redirecionamentos, operationName: 'Redirecionamentos' };
  const answer = await backend.execute(request, { caller: PUBLIC_CALLER });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused the redirects');
  const { redirecionamento: rows } = JSON.parse(answer.json) as OperationResults['Redirecionamentos'];
  if (rows.length === MAX_REDIRECTS)
    log.warn({ limit: MAX_REDIRECTS }, 'there are more redirects than are held; the last ones are not honoured');
  return new Map(rows.flatMap((row) => entryOf(row)));
}

function entryOf({ from, to, status, reason }: Row): readonly (readonly [string, SetRedirect])[] {
  const { path, query } = splitTarget(from);
  const key = keyOf(path) + query;
  if (status === 410) return [[key, { kind: 'gone', reason }]];
  return to === null ? [] : [[key, { kind: 'moved', to, status }]];
}

/** Addresses of old sites come in any letter case, encoding and with a slash at the end; they lead to the same place. */
function keyOf(path: string): string {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  try {
    return decodeURI(plain).toLowerCase();
  } catch {
    // Not an encoded address: it is compared as it was sent.
    return plain.toLowerCase();
  }
}

function touchesRedirects(event: ChangeEvent): boolean {
  return event.kind === 'gap' || event.changes.some(({ table }) => table === REDIRECT_TABLE);
}
