/**
 * Runs every case of the catalogue against the endpoints in a process of their own, under a memory limit of the operating system. After each
 * case the same process still answers; after all cases no connections, descriptors or memory are left.
 */
import { truncate, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { FILE_ID, FILE_PATH } from '../files/hostile-paths.ts';
import { reply } from '../images/remote-host.ts';
import { CASE_NAMES, CASES } from './cases.ts';
import { CATALOGUE, type Endpoint } from './catalogue.ts';
import type { Usage } from './endpoints-child.ts';
import { large } from './file-scenarios.ts';
import { filesUnder, picturesUnder } from './folder.ts';
import { SCENARIO_NAMES } from './picture-scenarios.ts';
import { GOOD_FILE, HOST, PATIENCE, Stage, verdict } from './stage.ts';

const MEGABYTE = 1_024 * 1_024;
/** Bytes of a file that exceeds the memory limit. */
const LARGE = 256 * MEGABYTE;

/** Bytes that may still be in use after all cases: what is remembered of pictures and failures, up to bounds of their own. */
const MOST_USED = 6 * MEGABYTE;

/** Bytes that the process may have from the system beyond what it had: four rounds of all cases go up and down by 50 MiB, and level off. */
const MOST_RESIDENT = 112 * MEGABYTE;

const MEMBER = gzipSync(Buffer.alloc(64 * MEGABYTE));
/** 1 GiB when it is unfolded (RFC 1952 §2.2: members of a file follow one another). */
const BOMB = Buffer.concat(Array.from({ length: 16 }, () => MEMBER));

/** Sends ten requests for decompression bombs and ten downloads of a large file at the same time. */
async function crowdIn(stage: Stage): Promise<void> {
  stage.host.on('/bombas.jpg', reply(BOMB, ['Content-Encoding: gzip']));
  stage.endpoints.send({ kind: 'later', ms: 10_000 });
  const bombs = Array.from({ length: 10 }, (_, n) => stage.picture(`${HOST}/bombas.jpg?${n}`));
  stage.storage.faults.set(FILE_ID, (...asked) => large(32 * MEGABYTE).fault(...asked));
  const downloads = Array.from({ length: 10 }, () => downloaded(stage.endpoints.port));
  expect(new Set((await Promise.all(bombs)).map(({ status }) => status))).toEqual(new Set([413]));
  expect(new Set(await Promise.all(downloads))).toEqual(new Set([32 * MEGABYTE]));
  stage.storage.faults.clear();
}

/** Downloads a file, discards its content and returns the number of bytes. */
function downloaded(port: number): Promise<number> {
  const ended = Promise.withResolvers<number>();
  let received = 0;
  const asking = get({ host: '127.0.0.1', port, path: FILE_PATH, agent: false }, (message) => {
    message.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    message.on('error', () => undefined).once('close', () => ended.resolve(received));
  });
  asking.on('error', () => ended.resolve(received));
  return ended.promise;
}

// In this order: the last case compares what is in use after all the others.
describe('the file and image routers under a memory limit', { shuffle: false }, () => {
  let stage: Stage;
  let before: Usage;

  beforeAll(async () => {
    stage = await Stage.open({ isLimited: true, names: { ...CASE_NAMES, ...SCENARIO_NAMES } });
    // Both decoders, the connections that are kept, and the memory that is taken once.
    for (let round = 0; round < 3; round += 1) await Promise.all([stage.good(), stage.good(), stage.good()]);
    await crowdIn(stage);
    stage.storage.server.closeIdleConnections();
    before = await stage.endpoints.usage();
  });
  afterAll(() => stage.close());
  afterEach(() => {
    stage.storage.faults.clear();
    stage.storage.files.delete(FILE_ID);
  });

  test.each(CASES)('$endpoint, attack $attack: $name', { timeout: 60_000 }, async ({ run }) => {
    await run(stage);
    stage.storage.faults.clear();
    expect(await stage.good()).toEqual([200, 200]);
    expect([stage.endpoints.ended, stage.inside.requests]).toEqual([null, []]);
  });

  test('stay within the limit with ten decompression bombs and ten downloads at a time', { timeout: 120_000 }, async () => {
    await crowdIn(stage);
    expect([await stage.good(), stage.endpoints.ended]).toEqual([[200, 200], null]);
  });

  test('leave no connections, descriptors or processes after all cases', async () => {
    // Idle connections: the storage would close them by and by.
    stage.storage.server.closeIdleConnections();
    const isBack = async (): Promise<readonly boolean[]> => {
      const { descriptors, processes, used, resident } = await stage.endpoints.usage();
      return [
        descriptors <= before.descriptors,
        processes <= before.processes,
        used < before.used + MOST_USED,
        resident < before.resident + MOST_RESIDENT,
      ];
    };
    await expect.poll(isBack, PATIENCE).toEqual([true, true, true, true]);
    expect(stage.endpoints.ended).toBeNull();
  });
});

test('the limit ends a process that holds a large file in memory, and only that', { timeout: 120_000 }, async () => {
  const ends: Record<string, string | null> = {};
  for (const buffersFiles of [true, false]) {
    const stage = await Stage.open({ isLimited: true, buffersFiles });
    expect(await stage.good()).toEqual([200, 200]);
    stage.storage.faults.set(FILE_ID, large(LARGE).fault);
    const received = await downloaded(stage.endpoints.port);
    ends[buffersFiles ? 'held' : 'passed on'] = received === LARGE ? stage.endpoints.ended : await stage.endpoints.end();
    await stage.close();
  }
  expect(ends).toEqual({ held: expect.stringMatching(/^SIG(?:ABRT|TRAP)$/), 'passed on': null });
});

describe('restarted routers', () => {
  test('answer 503 at once while the storage is down, and recover with it', async () => {
    const stage = await Stage.open({ storageUrl: 'http://127.0.0.1:1/v1' });
    for (const target of [GOOD_FILE, imageUrl(GOOD_FILE, 320)]) {
      const answer = await stage.get(target);
      expect([verdict(answer), answer.headers['retry-after']]).toEqual(['503 BACKEND_UNAVAILABLE', '10']);
    }
    expect(verdict(await stage.picture(`${HOST}/boa.jpg`))).toBe('200');
    await stage.close();
  });

  test('serve complete pictures and no partial ones after a power cut during a write', async () => {
    const stage = await Stage.open();
    const { directory } = stage.settings.disk;
    const first = await stage.picture(`${HOST}/boa.jpg`);
    await expect.poll(async () => (await picturesUnder(directory)).length, PATIENCE).toBe(1);
    const [kept = ''] = await picturesUnder(directory);
    process.kill(stage.endpoints.pid, 'SIGKILL');
    await stage.endpoints.end();
    await truncate(path.join(directory, kept), 100);
    await writeFile(path.join(directory, 'meia-1.tmp'), first.body.subarray(0, 50));
    await stage.restart();
    expect((await stage.picture(`${HOST}/boa.jpg`)).body.equals(first.body)).toBe(true);
    await expect.poll(() => filesUnder(directory), PATIENCE).toEqual([kept]);
    await stage.close();
  });
});

test('every attack of the catalogue has a case at each of its endpoints', () => {
  const tried = new Set(CASES.map(({ attack, endpoint }) => `${attack} ${endpoint}`));
  const wanted = Object.entries(CATALOGUE).flatMap(([attack, { endpoints }]) =>
    endpoints.map((endpoint: Endpoint) => `${attack} ${endpoint}`),
  );
  expect(wanted.filter((pair) => !tried.has(pair))).toEqual([]);
  expect(Object.keys(CATALOGUE)).toHaveLength(50);
});
