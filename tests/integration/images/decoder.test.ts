import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { type Decoder, DecoderGone, startDecoder } from '../../../server/images/decoder/child.ts';
import { DecoderPool } from '../../../server/images/decoder/pool.ts';
import type { PictureOrder } from '../../../server/images/decoder/protocol.ts';
import { SourceQuarantine } from '../../../server/images/decoder/source-quarantine.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const ORDER: PictureOrder = { width: 320, quality: 75, format: 'webp' };
const decoders: Decoder[] = [];

afterEach(async () => {
  for (const decoder of decoders.splice(0)) {
    decoder.end();
    await decoder.gone;
  }
});

function start(): Decoder {
  const decoder = startDecoder();
  decoders.push(decoder);
  return decoder;
}

function photograph(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
}

/** Process ids of the children of this process. */
async function children(): Promise<readonly number[]> {
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')));
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

/** Peak memory of a process in KiB. */
function peakKb(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

describe('a decoder process', () => {
  test('makes one picture after another, of every format', async () => {
    const decoder = start();
    const source = await photograph(640, 400);
    for (const format of ['webp', 'avif', 'source'] as const) {
      const made = await decoder.make(source, { ...ORDER, format }, 30_000);
      const facts = await sharp(made.bytes).metadata();
      expect([made.type, facts.width, facts.height]).toEqual([format === 'source' ? 'jpeg' : format, 320, 200]);
    }
  });

  test('receives and sends pictures larger than socket buffers', async () => {
    const source = await photograph(3_000, 2_000);
    expect(source.length).toBeGreaterThan(2_000_000);
    const made = await start().make(source, { width: 3_072, quality: 100, format: 'source' }, 60_000);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 3_000, height: 2_000 });
  });

  test('fails only its current picture when it is killed', async () => {
    const decoder = start();
    await decoder.make(await photograph(64, 64), ORDER, 30_000);
    const [pid = 0] = await children();
    const before = peakKb(pid);
    const large = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const failure = decoder.make(large, { ...ORDER, width: 3_072, format: 'avif' }, 60_000).catch((error: unknown) => error);
    // It is at work once it has taken memory for it: half of what it takes in all.
    await expect.poll(() => peakKb(pid), { interval: 5, timeout: 30_000 }).toBeGreaterThan(before + 40_000);
    process.kill(pid, 'SIGSEGV');
    expect(await failure).toMatchObject({ code: 'IMAGE_DECODER_FAILED', status: 502 });
    expect(decoder.isEnded).toBe(true);
    expect((await start().make(await photograph(400, 200), ORDER, 30_000)).type).toBe('webp');
  });

  test('does not blame the picture when it ends while it starts', async () => {
    const bytes = await photograph(64, 64);
    for (const source of [bytes, { path: import.meta.filename, size: 1 }]) {
      const decoder = start();
      const failure = decoder.make(source, ORDER, 30_000).catch((error: unknown) => error);
      decoder.end();
      expect(await failure).toBeInstanceOf(DecoderGone);
    }
  });

  test('is killed after its deadline', async () => {
    const decoder = start();
    await expect(decoder.make(await photograph(3_000, 2_000), { ...ORDER, width: 3_072 }, 1)).rejects.toMatchObject({
      code: 'BACKEND_TIMEOUT',
      status: 504,
    });
    await decoder.gone;
    expect(decoder.isEnded).toBe(true);
  });

  test('does not blame the picture when it was killed while idle', async () => {
    const decoder = start();
    await decoder.make(await photograph(64, 64), ORDER, 30_000);
    const small = await photograph(64, 64);
    const [pid = 0] = await children();
    process.kill(pid, 'SIGKILL');
    // Dead with all its threads, one of which may be the last to hold the socket; but nothing of it is heard before the next turn.
    while (readdirSync(`/proc/${pid}/task`).length > 1 || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) continue;
    expect(decoder.isEnded).toBe(false);
    await expect(decoder.make(small, ORDER, 30_000)).rejects.toBeInstanceOf(DecoderGone);
    await expect(decoder.make(small, ORDER, 30_000)).rejects.toBeInstanceOf(DecoderGone);
  });

  test('inherits no environment and no descriptor but its socket', async () => {
    const decoder = start();
    await decoder.make(await photograph(64, 64), ORDER, 30_000);
    const [pid] = await children();
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    const names = environment
      .split('\0')
      .filter(Boolean)
      .map((entry) => entry.split('=', 1)[0]);
    expect(new Set(names)).toEqual(new Set(['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE']));
    expect(await readlink(`/proc/${pid}/cwd`)).toBe('/');
    const numbers = await readdir(`/proc/${pid}/fd`);
    const targets = await Promise.all(numbers.map((number) => readlink(`/proc/${pid}/fd/${number}`).catch(() => '')));
    expect(targets.filter((target) => target.startsWith('socket:'))).toHaveLength(1);
  });

  test('has the highest out-of-memory score', async () => {
    await start().make(await photograph(64, 64), ORDER, 30_000);
    const [pid] = await children();
    const score = async (process: number | string | undefined): Promise<number> =>
      Number(await readFile(`/proc/${process}/oom_score_adj`, 'utf8'));
    expect(await score(pid)).toBe(1_000);
    expect(await score('self')).toBeLessThan(1_000);
  });
});

/** Opens all available descriptors, starts a decoder and reports the outcome. */
const WITHOUT_DESCRIPTORS = `
  import { openSync } from 'node:fs';
  const { startDecoder } = await import(process.argv[1]);
  try { for (;;) openSync('/dev/null', 'r'); } catch {}
  try { startDecoder(); } catch (error) { console.log(error.code); }
  setImmediate(() => console.log('goes on'));
`;

test('a start without free descriptors throws and does not end the process', async () => {
  const entry = new URL('../../../server/images/decoder/child.ts', import.meta.url).href;
  const command = 'ulimit -n 64 && exec "$0" --input-type=module -e "$1" "$2"';
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, WITHOUT_DESCRIPTORS, entry]);
  expect(stdout).toBe('BACKEND_UNAVAILABLE\ngoes on\n');
});

test('a pool ends its decoders when they are idle', async () => {
  const started: Decoder[] = [];
  const pool = new DecoderPool({
    size: 2,
    start: () => {
      const decoder = startDecoder();
      started.push(decoder);
      return decoder;
    },
    deadlineMs: 30_000,
    idleMs: 1,
    losses: { most: 3, withinMs: 60_000 },
    now: () => performance.now(),
    suspects: new SourceQuarantine({ firstMs: 60_000, longestMs: 60_000, most: 10, now: () => performance.now() }),
    log: SILENT_LOG,
  });
  await pool.make('one', await photograph(64, 64), ORDER);
  await Promise.all(started.map((decoder) => decoder.gone));
  expect(pool.processes).toBe(0);
  expect((await pool.make('one', await photograph(64, 64), ORDER)).type).toBe('webp');
  await pool.close();
  expect(pool.processes).toBe(0);
});
