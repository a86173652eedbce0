/** What is remembered of pictures of other hosts: identity, validator and lifetime, and failures for some seconds. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RemoteSources } from '../../../server/images/remote/remote-sources.ts';
import type { OpenSource } from '../../../server/images/source-bytes.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { FILE_POLICY, NEVER_POLICY } from '../../../shared/cache/policy.ts';
import { type Answer, PUBLIC_ADDRESS, RemoteHost, raw, reply, TestNetwork } from './remote-host.ts';

const ADDRESS = 'http://fotos.example/pasta/a.jpg';
const WALL = Date.UTC(2026, 0, 31, 12);
const HOUR = 3_600_000;

const host = new RemoteHost();
const clock = { now: 0 };
let network: TestNetwork;
let port: number;
let sources: RemoteSources;
let lines: unknown[];

beforeAll(async () => {
  port = await host.listen(PUBLIC_ADDRESS);
});
afterAll(() => host.close());

beforeEach(() => {
  clock.now = 0;
  lines = [];
  host.requests.length = 0;
  network = new TestNetwork();
  network.port = port;
  network.name('fotos.example', [PUBLIC_ADDRESS]);
  const unexpected = (): never => {
    throw new Error('a refusal is logged as a warning');
  };
  const log: Logger = {
    debug: unexpected,
    info: unexpected,
    error: unexpected,
    warn: (fields, message) => void lines.push([message, fields]),
  };
  const hosts = ['fotos.example'];
  sources = new RemoteSources({ hosts, network, nat64: false, clock: { now: () => clock.now, wall: () => WALL }, log });
});

function answer(with_: Answer): void {
  host.on('/pasta/a.jpg', with_);
}

function picture(bytes: string, ...fields: readonly string[]): void {
  answer(reply(bytes, fields));
}

async function find(address = ADDRESS): Promise<OpenSource> {
  const source = await sources.find(sources.accept(address));
  if (source === null) throw new Error('the host has the picture');
  return source;
}

const digest = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

async function text(source: OpenSource): Promise<string> {
  const bytes = await source.read();
  return Buffer.isBuffer(bytes) ? bytes.toString() : 'no bytes';
}

/** The condition that each request was sent with. */
const conditions = (): readonly string[] => host.requests.map((head) => /^If-None-Match: (.*)$/m.exec(head)?.[1] ?? 'none');

describe('an address', () => {
  test('an address of an allowed host is accepted', () => {
    expect(sources.accept(ADDRESS).href).toBe(ADDRESS);
  });

  test('an address of another host is refused, and the log alone says why', () => {
    expect(() => sources.accept('http://outras.example/a.jpg')).toThrow(
      expect.objectContaining({ code: 'BAD_IMAGE_URL', detail: 'not an allowed host' }),
    );
  });
});

describe('a picture that was found', () => {
  test('has the digest of its bytes, its file name, and its bytes without a second fetch', async () => {
    picture('abc');
    const source = await find();
    expect([source.identity, source.name, source.isKept, source.policy]).toEqual([digest('abc'), 'a.jpg', true, FILE_POLICY]);
    expect(await text(source)).toBe('abc');
    expect(host.requests).toHaveLength(1);
  });

  test.each([
    ['/Reuni%C3%A3o%20geral.jpg', 'Reunião geral.jpg'],
    ['/100%.jpg', ''],
    ['/', ''],
  ])('the picture at %s is called %j', async (path, name) => {
    host.on(path, reply('abc'));
    expect((await find(`http://fotos.example${path}`)).name).toBe(name);
  });

  test('is not asked for again before its lifetime has ended, an hour where the host states none', async () => {
    picture('abc');
    for (const [now, requests] of [
      [0, 1],
      [HOUR - 1, 1],
      [HOUR, 2],
      [2 * HOUR - 1, 2],
    ] as const) {
      clock.now = now;
      expect((await find()).identity).toBe(digest('abc'));
      expect(host.requests).toHaveLength(requests);
    }
  });

  test('is fresh in caches for what is left of its lifetime', async () => {
    picture('abc', 'Cache-Control: max-age=600');
    expect((await find()).policy).toEqual({ ...FILE_POLICY, freshFor: 600 });
    clock.now = 100_001;
    expect((await find()).policy).toEqual({ ...FILE_POLICY, freshFor: 499 });
    picture('abc', 'Cache-Control: max-age=86400');
    clock.now = 600_000;
    expect((await find()).policy).toEqual(FILE_POLICY);
  });

  test('is read again where its bytes are wanted later: the same ones, or the source has changed, or is gone', async () => {
    picture('abc', 'ETag: "v1"');
    await find();
    const known = await find();
    expect(await text(known)).toBe('abc');
    expect(conditions()).toEqual(['none', 'none']);
    picture('abd');
    await expect(known.read()).rejects.toMatchObject({ code: 'IMAGE_SOURCE_FAILED', detail: 'the source changed between two looks' });
    answer(reply('', [], '404 Not Found'));
    await expect(known.read()).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});

describe('a picture that may have changed', () => {
  test.each([['"v1"'], ['W/"v1"'], ['""'], [`"${'x'.repeat(200)}"`]])('is revalidated by its entity tag %s', async (etag) => {
    picture('abc', `ETag: ${etag}`);
    await find();
    answer(raw('HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=7200\r\n\r\n'));
    clock.now = HOUR;
    const again = await find();
    expect([again.identity, again.isKept]).toEqual([digest('abc'), true]);
    clock.now = 3 * HOUR - 1;
    await find();
    expect(conditions()).toEqual(['none', etag]);
    // A 304 brings no bytes.
    picture('abc');
    expect(await text(again)).toBe('abc');
  });

  test.each([[[]], [['ETag: v1']], [['ETag: "v 1"']], [['ETag: x"v1"']], [['ETag: "v1"x']], [[`ETag: "${'x'.repeat(201)}"`]]])(
    'is fetched without a condition where the host sent %j (RFC 9110 section 8.8.3)',
    async (fields) => {
      picture('abc', ...fields);
      await find();
      clock.now = HOUR;
      picture('abd');
      expect((await find()).identity).toBe(digest('abd'));
      expect(conditions()).toEqual(['none', 'none']);
    },
  );

  test('is fetched for its bytes and revalidated at the same time', async () => {
    picture('abc', 'ETag: "v1"');
    await find();
    const known = await find();
    clock.now = HOUR;
    answer((socket, head) =>
      head.includes('If-None-Match') ? raw('HTTP/1.1 304 Not Modified\r\n\r\n')(socket, head) : reply('abc')(socket, head),
    );
    const [again, bytes] = await Promise.all([find(), text(known)]);
    expect([again.identity, bytes]).toEqual([digest('abc'), 'abc']);
    expect(conditions().slice(1).toSorted()).toEqual(['"v1"', 'none']);
  });
});

describe('a picture of one visitor alone', () => {
  test('is not stored, and is fetched for each', async () => {
    picture('abc', 'Cache-Control: private');
    for (const requests of [1, 2]) {
      const source = await find();
      expect([source.policy, source.isKept]).toEqual([NEVER_POLICY, false]);
      expect(host.requests).toHaveLength(requests);
    }
  });

  test('is forgotten where it was known before', async () => {
    picture('abc', 'ETag: "v1"');
    await find();
    clock.now = HOUR;
    picture('abd', 'Cache-Control: no-store');
    await find();
    await find();
    expect(conditions()).toEqual(['none', '"v1"', 'none']);
  });
});

test('a picture of a presigned address is stored nowhere, and served for what is left of its time', async () => {
  picture('abc', 'Cache-Control: max-age=86400');
  const source = await find(`${ADDRESS}?X-Amz-Date=20260131T115500Z&X-Amz-Expires=900&X-Amz-Signature=segredo`);
  expect(source.isKept).toBe(false);
  expect(source.policy).toEqual({ kind: 'timed', freshFor: 600, staleWhileRevalidate: 0, staleIfError: 0 });
});

describe('a failure', () => {
  const find404 = () => sources.find(sources.accept(ADDRESS));

  test('a missing picture of the host is remembered for five seconds, and not logged', async () => {
    answer(reply('', [], '404 Not Found'));
    expect(await find404()).toBeNull();
    clock.now = 4_999;
    await expect(find404()).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(host.requests).toHaveLength(1);
    clock.now = 5_000;
    expect(await find404()).toBeNull();
    expect(host.requests).toHaveLength(2);
    expect(lines).toEqual([]);
  });

  test('is remembered, and logged with its reason but without the query, which may be a credential', async () => {
    answer(reply('', [], '503 Busy'));
    const signed = sources.accept(`${ADDRESS}?X-Amz-Signature=segredo`);
    for (let count = 0; count < 2; count += 1) await expect(sources.find(signed)).rejects.toMatchObject({ code: 'IMAGE_SOURCE_FAILED' });
    expect(host.requests).toHaveLength(1);
    const fields = { host: 'fotos.example', path: '/pasta/a.jpg', code: 'IMAGE_SOURCE_FAILED', reason: 'status 503' };
    expect(lines).toEqual([['a remote picture was not fetched', fields]]);
  });

  test('is a 304 for a picture of which nothing is known', async () => {
    answer(raw('HTTP/1.1 304 Not Modified\r\n\r\n'));
    await expect(find()).rejects.toMatchObject({ code: 'IMAGE_SOURCE_FAILED', detail: 'status 304' });
  });

  test('makes the picture unknown', async () => {
    picture('abc', 'ETag: "v1"');
    await find();
    clock.now = HOUR;
    answer(reply('', [], '404 Not Found'));
    expect(await find404()).toBeNull();
    clock.now += 5_000;
    picture('abc');
    await find();
    expect(conditions()).toEqual(['none', '"v1"', 'none']);
  });
});

test('requests for one picture share a fetch', async () => {
  picture('abc');
  const found = await Promise.all(Array.from({ length: 10 }, () => find()));
  expect(new Set(found.map(({ identity }) => identity))).toEqual(new Set([digest('abc')]));
  expect(host.requests).toHaveLength(1);
});
