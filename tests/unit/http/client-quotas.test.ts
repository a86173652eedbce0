import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createClientQuotas, type WorkKind } from '../../../server/http/client-quotas.ts';

const KINDS: readonly WorkKind[] = ['page', 'picture', 'file', 'static', 'graphql', 'form', 'longForm'];

function from(address: string): IncomingMessage {
  return { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': address } } as unknown as IncomingMessage;
}

function world(trustProxy = 1) {
  const quotas = createClientQuotas({ trustProxy, clock: { now: () => 0, after: () => () => undefined } });
  /** Begins work, and says what became of it at once. */
  const begin = (kind: WorkKind, address: string): string => {
    const turn = quotas.admit(kind, from(address), null);
    return turn instanceof Promise ? 'waits' : turn.kind;
  };
  /** Counts the works of a kind that may begin one after the other in no time, up to 2,000. */
  const inARow = (kind: WorkKind, address: string): number => {
    for (let count = 0; count < 2_000; count += 1) {
      const turn = quotas.admit(kind, from(address), null);
      if (turn instanceof Promise || turn.kind !== 'admitted') return count;
      turn.release();
    }
    return 2_000;
  };
  return { begin, inARow };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A shared cache that notes the rates it counts, and answers with this count and the milliseconds that are left. */
function sharedWorld(answer: () => Promise<readonly [number, number]>, status = 'ready') {
  const counted: (readonly string[])[] = [];
  const clock = { now: 0 };
  const store = { status, rlflxIncr: (values: readonly string[]) => (counted.push(values), answer()) };
  const quotas = createClientQuotas({
    trustProxy: 1,
    shared: { store, secret: Buffer.from('segredo') },
    clock: { now: () => clock.now, after: () => () => undefined },
  });
  const begin = (kind: WorkKind, address: string): string => {
    const begun = quotas.admit(kind, from(address), null);
    if (begun instanceof Promise || begun.kind !== 'admitted') return 'refused';
    begun.release();
    return 'admitted';
  };
  return { begin, clock, counted };
}

describe('the rate of a client over several replicas', () => {
  test('is counted by the kind of work and a name that hides the address, for a minute', async () => {
    const { begin, counted } = sharedWorld(async () => [1, 60_000]);
    for (const kind of KINDS) begin(kind, '203.0.113.7');
    begin('page', '203.0.113.8');
    await turn();
    const names = counted.map(([name = '']) => name);
    expect(names.map((name) => name.replace(/:[\w-]{43}$/, ''))).toEqual(
      ['page', 'picture', 'graphql', 'form', 'longForm', 'page'].map((kind) => `portal:rate:${kind}`),
    );
    expect(new Set(names.map((name) => name.slice(-43))).size).toBe(2);
    expect(counted[0]?.slice(1, 3)).toEqual(['1', '60']);
  });

  test('a rate that is used up elsewhere refuses what begins next, until its time is over', async () => {
    const { begin, clock, counted } = sharedWorld(async () => [1_201, 30_000]);
    expect(begin('page', '203.0.113.7')).toBe('admitted');
    await turn();
    clock.now = 29_999;
    expect([begin('page', '203.0.113.7'), begin('page', '203.0.113.8'), begin('picture', '203.0.113.7')]).toEqual([
      'refused',
      'admitted',
      'admitted',
    ]);
    clock.now = 30_000;
    expect(begin('page', '203.0.113.7')).toBe('admitted');
    await turn();
    expect(counted).toHaveLength(4);
  });

  test('is left to each replica while the shared cache fails, is not there, or hangs with a thousand counts', async () => {
    const failing = sharedWorld(() => Promise.reject(new Error('the shared cache fails')));
    const away = sharedWorld(async () => [1_201, 30_000], 'connecting');
    const hanging = sharedWorld(() => new Promise(() => undefined));
    for (let count = 0; count < 1_100; count += 1) {
      for (const { begin } of [failing, away, hanging]) expect(begin('page', '203.0.113.7')).toBe('admitted');
      await turn();
    }
    expect([failing, away, hanging].map(({ counted }) => counted.length)).toEqual([1_100, 0, 1_000]);
  });
});

describe('the quotas of a client', () => {
  test('are four of each kind at a time, so that one kind does not keep the client from another', () => {
    const { begin } = world();
    for (const kind of KINDS) {
      const turns = Array.from({ length: 105 }, () => begin(kind, '203.0.113.7'));
      expect(turns.lastIndexOf('admitted')).toBe(3);
      expect(turns.indexOf('refused')).toBe(104);
    }
  });

  test.each([
    ['page', 1_200],
    ['picture', 1_200],
    ['graphql', 1_200],
    ['form', 1_200],
    ['file', 2_000],
    ['static', 2_000],
  ] as const)('let %s begin %i times in a row; what costs no more than its bytes has no rate', (kind, most) => {
    const { inARow } = world();
    expect(inARow(kind, '203.0.113.7')).toBe(most);
    expect(inARow(kind, '203.0.113.8')).toBe(most);
  });

  test('are those of the address that a trusted proxy reports, and of the connection without one', () => {
    for (const [trustProxy, expected] of [
      [1, 'admitted'],
      [0, 'waits'],
    ] as const) {
      const { begin } = world(trustProxy);
      for (let count = 0; count < 4; count += 1) begin('page', '203.0.113.7');
      expect(begin('page', '203.0.113.8')).toBe(expected);
    }
  });
});
