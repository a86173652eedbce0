/**
 * Files on their way in, in a folder of this machine. Only what has arrived completely goes on to the inspection and to the storage, which may
 * be slow or across a network; what is cut is removed at once.
 */

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { madeOnce } from '../../shared/cache/remembering.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { errorCodeOf } from '../../shared/errors/error-code.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';

export interface SpooledFile {
  readonly path: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** Its first bytes, as many as the signatures of single files need. */
  readonly head: Uint8Array;
  open(): Readable;
  /** Removes it. Never rejects: what the disk does not let go is left to the sweep. */
  discard(): Promise<void>;
}

export interface Spool {
  /**
   * Writes a stream to a new file, with backpressure. A file that is refused is removed: at once, or where the disk hangs, when it goes on. What
   * the disk does not let go is left to the sweep.
   * @throws AppError UPLOAD_TOO_LARGE past `maxBytes`, NO_SPACE, BACKEND_UNAVAILABLE, BACKEND_TIMEOUT; the error of the stream
   */
  receive(content: Readable, maxBytes: number): Promise<SpooledFile>;
  /** The name of a file of the spool that is not there yet; its writer removes it, by `discard` where nothing takes it over. */
  nextPath(): Promise<string>;
  /** Removes what was written under such a name. Never rejects, as that of a file that was received. */
  discard(file: string): Promise<void>;
  /** Takes over a file that was written under such a name. */
  adopt(file: string): Promise<SpooledFile>;
  /** Removes what a process has left that was killed. */
  sweep(): Promise<void>;
}

export interface SpoolOptions {
  /** Milliseconds after which a file is neither written nor read any more. */
  readonly abandonedAfterMs?: number;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
}

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Milliseconds that the disk may take for one step of a file. A working one takes thousandths of it, and a person waits no longer. */
const STALLED_MS = 20_000;

/** Makes a spool in a folder, which is made when it is needed. */
export function createSpool(folder: string, { abandonedAfterMs = ABANDONED_AFTER_MS, timers = SYSTEM_TIMERS }: SpoolOptions = {}): Spool {
  const sweep = (): Promise<void> => removeBefore(folder, Date.now() - abandonedAfterMs);
  const ready = madeOnce(() => prepare(folder, sweep));
  const nextPath = async (): Promise<string> => {
    await ready();
    return path.join(folder, randomUUID());
  };
  return {
    nextPath,
    discard: remove,
    sweep,
    async receive(content, maxBytes) {
      const { step, stalled } = watchedSteps(timers);
      const receiving = (async (): Promise<SpooledFile> => {
        const file = await step(nextPath());
        try {
          return spooled(file, await write(file, content, { maxBytes, step }));
        } catch (cause) {
          await remove(file);
          throw cause;
        }
      })();
      try {
        return await Promise.race([receiving, stalled]);
      } catch (cause) {
        content.destroy();
        // What a disk that goes on has written is removed; where it does not, the sweep finds it.
        void receiving.then((late) => late.discard()).catch(() => undefined);
        throw cause;
      }
    },
    async adopt(file) {
      const hash = createHash('sha256');
      let head: Buffer = Buffer.alloc(0);
      let size = 0;
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        size += chunk.length;
        hash.update(chunk);
        head = longerHead(head, chunk);
      }
      return spooled(file, { size, sha256: hash.digest('hex'), head });
    },
  };
}

type Written = Pick<SpooledFile, 'size' | 'sha256' | 'head'>;

/** What signatures of single files are looked for in. */
export const HEAD_BYTES = 4_100;

function longerHead(head: Buffer, chunk: Buffer): Buffer {
  return head.length >= HEAD_BYTES ? head : Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
}

function spooled(file: string, written: Written): SpooledFile {
  return { ...written, path: file, open: () => createReadStream(file), discard: () => remove(file) };
}

/** Never rejects: a file that stays is no error of the request that sent it, and the sweep finds it. */
function remove(file: string): Promise<void> {
  return rm(file).catch(() => undefined);
}

type Step = <T>(work: Promise<T>) => Promise<T>;

/**
 * Watches the steps in which the disk takes one file. The error of a step says that the disk is at fault and not who sends the file.
 * A step that takes too long cannot be called off: `stalled` rejects then.
 */
function watchedSteps(timers: Timers): { readonly step: Step; readonly stalled: Promise<never> } {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const step: Step = async (work) => {
    const cancel = timers.after(STALLED_MS, () => reject(new AppError('BACKEND_TIMEOUT', { detail: 'the disk of files on their way in' })));
    try {
      return await work;
    } catch (cause) {
      const fault = spaceFault(cause);
      throw fault instanceof AppError ? fault : new AppError('BACKEND_UNAVAILABLE', { cause, detail: 'the disk of files on their way in' });
    } finally {
      cancel();
    }
  };
  return { step, stalled };
}

interface Writing {
  readonly maxBytes: number;
  readonly step: Step;
}

async function write(file: string, content: Readable, { maxBytes, step }: Writing): Promise<Written> {
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let size = 0;
  const handle = await step(open(file, 'wx', 0o600));
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new AppError('UPLOAD_TOO_LARGE', { detail: `more than ${maxBytes} bytes` });
      hash.update(chunk);
      head = longerHead(head, chunk);
      await step(handle.writeFile(chunk));
    }
  } finally {
    await step(handle.close());
  }
  return { size, sha256: hash.digest('hex'), head };
}

async function prepare(folder: string, sweep: () => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep();
}

async function removeBefore(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const facts = await stat(file).catch(() => undefined);
    // One that stays keeps no other from being removed, nor a new one from being received.
    if (facts !== undefined && facts.mtimeMs < before) await remove(file);
  }
}

/** Codes of a full disk, of the system and of Postgres (SQLSTATE 53100). */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Says whether the disk is full, whichever write found out. */
export function spaceFault(cause: unknown): unknown {
  return FULL.has(errorCodeOf(cause)) ? new AppError('NO_SPACE', { cause }) : cause;
}
