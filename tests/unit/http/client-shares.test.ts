import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createClientShares, type WorkKind } from '../../../server/http/client-shares.ts';

const KINDS: readonly WorkKind[] = ['page', 'picture', 'file', 'static', 'graphql'];

function from(address: string): IncomingMessage {
  return { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': address } } as unknown as IncomingMessage;
}

function world(trustProxy = 1) {
  const shares = createClientShares({ trustProxy, clock: { now: () => 0, after: () => () => undefined } });
  /** Begins work, and says what became of it at once. */
  const begin = (kind: WorkKind, address: string): string => {
    const turn = shares.admit(kind, from(address), null);
    return turn instanceof Promise ? 'waits' : turn.kind;
  };
  /** Counts the works of a kind that may begin one after the other in no time, up to 2,000. */
  const inARow = (kind: WorkKind, address: string): number => {
    for (let count = 0; count < 2_000; count += 1) {
      const turn = shares.admit(kind, from(address), null);
      if (turn instanceof Promise || turn.kind !== 'admitted') return count;
      turn.release();
    }
    return 2_000;
  };
  return { begin, inARow };
}

describe('the shares of a client', () => {
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
