/** When the encodings of a stored body are made, how many at a time, and which are not tried again. */
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBodyCompression } from '../../../../server/edge/delivery/body-compression.ts';
import type { StreamedEncodings } from '../../../../server/edge/delivery/encoded-body.ts';
import type { BodyCompression } from '../../../../server/edge/delivery/encoder.ts';
import type { Coding } from '../../../../server/edge/response/content-coding.ts';
import {
  type LogicalTimestamp,
  readHead,
  type StoredResponse,
  storedResponse,
  withEncodings,
} from '../../../../server/edge/response/stored-response.ts';
import { until } from '../../../integration/edge/harness.ts';

const RULES = { codings: ['br', 'zstd', 'gzip'], minBytes: 10, concurrency: 2 } as const;

function page(body = 'texto '.repeat(100), type = 'text/html'): StoredResponse {
  const times = { requestedAt: 0, receivedAt: 0 };
  const head = readHead(200, 'OK', ['Content-Type', type], times, { targets: [], varyInKey: [] });
  return withEncodings(storedResponse(head, Buffer.from(body), 1 as LogicalTimestamp, [], { scope: '', url: '/' }), []);
}

/** A body that no coding makes shorter. */
const INCOMPRESSIBLE = 'a1b2c3d4e5f6';

let now: Map<string, StoredResponse>;
let events: string[];
let compression: BodyCompression;

function start(rules: Parameters<typeof createBodyCompression>[0] = RULES): void {
  compression = createBodyCompression(rules, {
    replace: (key, before, after) => {
      if (now.get(key) !== before) return false;
      now.set(key, after);
      return true;
    },
    onEncoded: (key, quality) => events.push(`${key} ${quality}`),
    onError: (key, cause) => events.push(`${key} ${String(cause)}`),
  });
}

beforeEach(() => {
  [now, events] = [new Map(), []];
  start();
});

function store(key: string, response: StoredResponse = page(), streamed: StreamedEncodings | null = null): StoredResponse {
  now.set(key, response);
  compression.stored(key, response, streamed);
  return response;
}

const madeOf = (key: string): readonly string[] => (now.get(key)?.encodings ?? []).map(({ coding, quality }) => `${coding} ${quality}`);

/** A hit in a coding, of what is stored now. */
function hit(key: string, coding: Coding): void {
  const stored = now.get(key);
  if (stored !== undefined) compression.wanted(key, stored, coding);
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

describe('a body that has just been stored', () => {
  test('gets quick encodings in the codings of nearly all clients, in the order of preference', async () => {
    store('/');
    await until(() => events.length === 1);
    expect([events, madeOf('/')]).toEqual([['/ quick'], ['br quick', 'gzip quick']]);
  });

  test('gets those that clients have been sent as they are, and others where one was not sent to its end', async () => {
    const sent = Buffer.from('sent');
    const streamed = { made: (coding: Coding) => Promise.resolve(coding === 'br' ? sent : null) };
    store('/', page(), streamed);
    await until(() => events.length === 1);
    expect(madeOf('/')).toEqual(['br quick', 'gzip quick']);
    const [br, gzip] = now.get('/')?.encodings ?? [];
    expect(br?.response.body).toEqual(sent);
    expect(gunzipSync(gzip?.response.body ?? sent).toString()).toBe('texto '.repeat(100));
  });

  test.each([
    ['short', page('x'.repeat(9))],
    ['a picture', page('x'.repeat(100), 'image/png')],
  ])('gets none where it is %s, also when a client wants one', async (_what, response) => {
    store('/', response);
    hit('/', 'br');
    await turns();
    expect([events, compression.isOver(response, 'br')]).toEqual([[], true]);
  });

  test('gets none where none of its codings is made in advance', async () => {
    start({ ...RULES, codings: ['zstd'] });
    const response = store('/');
    await turns();
    expect([events, compression.isOver(response, 'zstd')]).toEqual([[], false]);
    hit('/', 'zstd');
    await until(() => events.length === 1);
    expect(madeOf('/')).toEqual(['zstd quick']);
  });

  test('a body that was replaced meanwhile stays as it is, and nothing is reported', async () => {
    store('/');
    const other = page('outro '.repeat(100));
    now.set('/', other);
    store('/last');
    await until(() => events.includes('/last quick'));
    await turns();
    expect([events, now.get('/')]).toEqual([['/last quick'], other]);
  });
});

describe('an encoding that a client wants', () => {
  test('is the quick one at its first hit, and the best one after 8 more', async () => {
    now.set('/', page());
    hit('/', 'zstd');
    await until(() => events.length === 1);
    for (let count = 0; count < 7; count += 1) hit('/', 'zstd');
    await turns();
    expect(events).toEqual(['/ quick']);
    hit('/', 'zstd');
    await until(() => events.length === 2);
    expect([events, madeOf('/')]).toEqual([['/ quick', '/ best'], ['zstd best']]);
  });

  test('is counted for each coding by itself, and leaves the others as they are', async () => {
    store('/');
    await until(() => events.length === 1);
    for (let count = 0; count < 7; count += 1) for (const coding of ['br', 'gzip'] as const) hit('/', coding);
    await turns();
    expect(events).toEqual(['/ quick']);
    hit('/', 'gzip');
    await until(() => events.length === 2);
    expect(madeOf('/')).toEqual(['br quick', 'gzip best']);
  });

  test('is made one at a time for each body', async () => {
    now.set('/', page());
    for (const coding of ['br', 'gzip', 'zstd'] as const) hit('/', coding);
    await until(() => events.length === 1);
    await turns();
    expect(madeOf('/')).toEqual(['br quick']);
    hit('/', 'gzip');
    await until(() => events.length === 2);
    expect(madeOf('/')).toEqual(['br quick', 'gzip quick']);
  });

  test('waits for those that are made when the body is stored', async () => {
    store('/');
    hit('/', 'zstd');
    await until(() => events.length === 1);
    await turns();
    expect(madeOf('/')).toEqual(['br quick', 'gzip quick']);
    hit('/', 'zstd');
    await until(() => events.length === 2);
    expect(madeOf('/')).toEqual(['br quick', 'zstd quick', 'gzip quick']);
  });

  test('is made for as many bodies at a time as may be, and for others at their next hit', async () => {
    for (const key of ['/1', '/2', '/3']) {
      now.set(key, page());
      hit(key, 'br');
    }
    await until(() => events.length === 2);
    await turns();
    expect([...events].sort()).toEqual(['/1 quick', '/2 quick']);
    hit('/3', 'br');
    await until(() => events.length === 3);
    expect(madeOf('/3')).toEqual(['br quick']);
  });

  test('an encoding that is not shorter than the body is not made again', async () => {
    const response = page(INCOMPRESSIBLE);
    now.set('/', response);
    expect(compression.isOver(response, 'br')).toBe(false);
    hit('/', 'br');
    await until(() => compression.isOver(response, 'br'));
    await turns();
    const before = events.length;
    hit('/', 'br');
    await turns();
    expect([events.length, madeOf('/'), compression.isOver(response, 'gzip')]).toEqual([before, [], false]);
  });

  test('an encoding that cannot be stored is reported with its key, and not made again', async () => {
    const fault = new Error('full');
    let tries = 0;
    compression = createBodyCompression(RULES, {
      replace: () => {
        tries += 1;
        throw fault;
      },
      onEncoded: () => undefined,
      onError: (key, cause) => events.push(`${key} ${String(cause)}`),
    });
    now.set('/', page());
    hit('/', 'br');
    await until(() => events.length === 1);
    await turns();
    hit('/', 'br');
    await turns();
    expect([events, tries]).toEqual([['/ Error: full'], 1]);
  });
});

describe('the queue of bodies that have just been stored', () => {
  test('has room for 64 beside those that are being made', async () => {
    for (let number = 0; number < 70; number += 1) store(`/${number}`);
    await until(() => events.length === 66);
    await turns();
    expect(events).toHaveLength(66);
    // Those that found no room get theirs at the first hit.
    hit('/69', 'br');
    await until(() => events.length === 67);
    expect(madeOf('/69')).toEqual(['br quick']);
    store('/later');
    await until(() => events.length === 68);
  });
});
