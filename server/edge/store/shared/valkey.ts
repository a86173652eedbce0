/**
 * The shared medium in Valkey or Redis (6.2 and newer). Nothing waits for a connection: while there is none, and for a second after several calls
 * without an answer, every call rejects at once.
 */
import { once } from 'node:events';
import { Redis } from 'iovalkey';
import { SYSTEM_TIMERS } from '../../../../shared/time/timers.ts';
import type { LogEntry, LogReading, SharedMedium } from './medium.ts';

/** Why a call failed, without the command, whose arguments may be a password. */
export class SharedCacheError extends Error {
  override readonly name = 'SharedCacheError';
  readonly fault: 'timeout' | 'unreachable' | 'refused' | 'exhausted' | 'failed';

  constructor(fault: SharedCacheError['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface ValkeyMedium extends SharedMedium {
  /** Resolves when the server has answered; rejects with a SharedCacheError. */
  ping(timeoutMs: number): Promise<void>;
  /** For others who count in the same server; they must not end it. */
  readonly client: Redis;
  close(): void;
}

/** Milliseconds. A visitor waits for a read; a render, which takes longer, for a lock; nothing waits for the others. */
const READ_MS = 25;
const LOCK_MS = 100;
const WRITE_MS = 1_000;
const CONNECT_MS = 2_000;

/** Calls without an answer, one after the other, after which none is made for this many milliseconds, on a new connection. */
const MOST_UNANSWERED = 3;
const REST_MS = 1_000;

/** Names in the server, which another site may use too. */
interface Names {
  readonly log: string;
  readonly response: (name: string) => string;
  readonly lock: (name: string) => string;
}

function namesOf(site: string): Names {
  // The name is written without the characters that have a meaning in patterns of names.
  const prefix = `portal:${site.replaceAll(/[^\w.-]/g, '_')}:`;
  return { log: `${prefix}purges`, response: (name) => `${prefix}response:${name}`, lock: (name) => `${prefix}lock:${name}` };
}

/** Entries of one read, and about how many the log keeps. */
const PAGE = 1_000;
const KEPT_ENTRIES = 10_000;

const PASS_LOCK = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then return redis.call('del', KEYS[1]) end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/**
 * Opens the connections to the server of a `redis:` or `rediss:` address; it need not be there. @param site what the replicas of a site have in common
 * and other sites on that server have not
 */
export function openValkey(url: string, site: string): ValkeyMedium {
  const names = namesOf(site);
  const client = connection(url);
  // Reads of the log wait in the server, and nothing may wait behind them.
  const reader = connection(url);
  const breaker = createBreaker(() => client.disconnect(true));
  const call = <T>(timeoutMs: number, run: () => Promise<T>): Promise<T> => breaker(() => withDeadline(run, timeoutMs));
  return {
    client,
    get: (name) => call(READ_MS, () => client.getBuffer(names.response(name))),
    set: (name, value, lifeMs) => call(WRITE_MS, async () => void (await client.set(names.response(name), value, 'PX', lifeMs))),
    remove: (name) => call(WRITE_MS, async () => void (await client.del(names.response(name)))),
    lock: (name, token, lifeMs) =>
      call(LOCK_MS, async () => {
        const results = await client
          .pipeline()
          .set(names.lock(name), token, 'PX', lifeMs, 'NX')
          .get(names.lock(name))
          .getBuffer(names.response(name))
          .exec();
        const [, holder, value] = resultsOf(results);
        // It may have ended between the two.
        return { holder: typeof holder === 'string' ? holder : '', value: Buffer.isBuffer(value) ? value : null };
      }),
    passLock: (name, token, heir, lifeMs) =>
      call(WRITE_MS, async () => void (await client.eval(PASS_LOCK, 1, names.lock(name), token, heir ?? '', lifeMs))),
    append: (text, begins) => call(WRITE_MS, () => append(client, names, text, begins)),
    readLog: (after, waitMs) => withReconnect(reader, () => readLog(reader, names.log, after, waitMs)),
    serverId: () =>
      withReconnect(reader, async () => /^run_id:(\S+)/m.exec(await withDeadline(() => reader.info('server'), WRITE_MS))?.[1] ?? ''),
    ping: async (timeoutMs) => {
      await withDeadline(() => client.ping(), timeoutMs).catch((cause: unknown) => Promise.reject(asSharedCacheError(cause)));
    },
    close: () => {
      client.disconnect();
      reader.disconnect();
    },
  };
}

function connection(url: string): Redis {
  const client = new Redis(url, {
    connectTimeout: CONNECT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    keepAlive: 30_000,
    retryStrategy: (times) => Math.min(500, 50 * times),
  });
  // Each call reports for itself; without a listener the client would write to the console.
  client.on('error', (error: Error & { readonly command?: { readonly name: string } }) => {
    // The client would go on in database 0 where the server refuses the one of the address. It asks for it before it is ready.
    if (error.command?.name === 'select') client.disconnect(true);
  });
  return client;
}

/** Makes the function that runs calls until several have had no answer. Then `onOpen` ends what hangs, and calls reject for a while. */
function createBreaker(onOpen: () => void): <T>(run: () => Promise<T>) => Promise<T> {
  let unanswered = 0;
  let restsUntil = 0;
  return async (run) => {
    if (performance.now() < restsUntil) throw new SharedCacheError('timeout', 'the shared cache has not answered lately');
    try {
      const result = await run();
      unanswered = 0;
      return result;
    } catch (cause) {
      const error = asSharedCacheError(cause);
      unanswered = error.fault === 'timeout' ? unanswered + 1 : 0;
      if (unanswered >= MOST_UNANSWERED) {
        unanswered = 0;
        restsUntil = performance.now() + REST_MS;
        onOpen();
      }
      throw error;
    }
  };
}

/** What hangs would keep the next question waiting behind it. */
async function withReconnect<T>(client: Redis, run: () => Promise<T>): Promise<T> {
  try {
    if (client.status !== 'ready') await withDeadline(() => once(client, 'ready'), CONNECT_MS);
    return await run();
  } catch (cause) {
    const error = asSharedCacheError(cause);
    if (error.fault === 'timeout') client.disconnect(true);
    throw error;
  }
}

async function withDeadline<T>(run: () => Promise<T>, timeoutMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  // An answer that has come while this process was busy is read before the deadline counts.
  const cancel = SYSTEM_TIMERS.after(timeoutMs, () => {
    setImmediate(() => late.reject(new SharedCacheError('timeout', `no answer of the shared cache within ${timeoutMs} ms`)));
  });
  try {
    return await Promise.race([run(), late.promise]);
  } finally {
    cancel();
  }
}

const FAULTS: readonly (readonly [RegExp, SharedCacheError['fault']])[] = [
  [/^(?:NOAUTH|WRONGPASS|NOPERM|ERR DB index)\b/, 'refused'],
  [/^OOM\b/, 'exhausted'],
  [/ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|Connection is closed|isn't writeable|max retries/i, 'unreachable'],
];

/** What the client says where it has no connection speaks of its settings. */
const NO_CONNECTION = /Connection is closed|isn't writeable|max retries/i;

function asSharedCacheError(cause: unknown): SharedCacheError {
  if (cause instanceof SharedCacheError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const fault = FAULTS.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed';
  return new SharedCacheError(fault, NO_CONNECTION.test(message) ? 'there is no connection to the shared cache' : message);
}

async function append(client: Redis, names: Names, text: string, begins: boolean): Promise<void> {
  const add = async (): Promise<unknown> => {
    const trimmed = ['MAXLEN', '~', KEPT_ENTRIES, '*', 'm', text] as const;
    return begins ? client.xadd(names.log, ...trimmed) : client.call('XADD', names.log, 'NOMKSTREAM', ...trimmed.map(String));
  };
  let id: unknown;
  try {
    id = await add();
  } catch (cause) {
    if (asSharedCacheError(cause).fault !== 'exhausted') throw cause;
    // Stored responses can be rendered again; a purge cannot wait for room.
    await makeRoom(client, names);
    id = await add();
  }
  if (typeof id !== 'string') throw new SharedCacheError('failed', 'the log of purges is gone');
}

async function makeRoom(client: Redis, { response }: Names): Promise<void> {
  const [, found] = await client.scan(0, 'MATCH', response('*'), 'COUNT', PAGE);
  if (found.length > 0) await client.unlink(...found);
}

async function readLog(reader: Redis, log: string, after: string | null, waitMs: number): Promise<LogReading> {
  const readFrom = async (first: string, most: number): Promise<readonly LogEntry[]> =>
    entriesOf(await withDeadline(() => reader.xrange(log, first, '+', 'COUNT', most), WRITE_MS));
  if (after === null) return page(await readFrom('-', PAGE));
  const [last, ...next] = await readFrom(after, PAGE + 1);
  if (last?.id !== after) return { isContinuous: false, entries: [], isComplete: false };
  if (next.length > 0 || waitMs === 0) return page(next);
  const waited = await withDeadline(() => reader.xread('COUNT', PAGE, 'BLOCK', waitMs, 'STREAMS', log, after), waitMs + WRITE_MS);
  const [stream] = waited ?? [];
  return page(entriesOf(stream?.[1] ?? []));
}

function page(entries: readonly LogEntry[]): LogReading {
  return { isContinuous: true, entries, isComplete: entries.length < PAGE };
}

/** Each entry has one field. A reply that is no list of entries throws. */
function entriesOf(reply: readonly (readonly [id: string, fields: readonly string[]])[]): readonly LogEntry[] {
  return reply.map(([id, [, text]]) => ({ id, text: String(text) }));
}

/** @throws the first error of a pipeline. */
function resultsOf(results: readonly (readonly [error: Error | null, result: unknown])[] | null): readonly unknown[] {
  return (results ?? []).map(([error, result]) => {
    if (error !== null) throw error;
    return result;
  });
}
