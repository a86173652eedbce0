import { describe, expect, test } from 'vitest';
import { openSettlement, type Settlement, tryOr } from '../../../../server/edge/flight/storing.ts';
import type { StoredResponse } from '../../../../server/edge/response/stored-response.ts';
import type { SettledResponse } from '../../../../shared/cache/exchange.ts';
import { fakeClock } from '../../../integration/edge/harness.ts';

const SETTLED: SettledResponse = { status: 200, headers: {}, body: Buffer.from('x') };
// Whatever has been stored: the settlement only hands it on.
const STORED = { url: '/' } as StoredResponse;

interface Options {
  readonly store?: (settled: SettledResponse) => StoredResponse | null;
  readonly onOver?: () => void;
}

function started({ store = () => STORED, onOver = () => undefined }: Options = {}) {
  const clock = fakeClock();
  const faults: unknown[] = [];
  const over: (StoredResponse | null)[] = [];
  const response = Promise.withResolvers<SettledResponse | null>();
  const settlement: Settlement = openSettlement(response.promise, {
    clock,
    timeoutMs: 5_000,
    store,
    onFault: (cause) => faults.push(cause),
    onOver: (stored) => {
      over.push(stored);
      onOver();
    },
  });
  return { clock, faults, over, settlement, settle: response.resolve };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a settlement', () => {
  test('is open until the settled response is stored', async () => {
    const { settlement, settle, over, faults, clock } = started();
    expect(settlement.isOpen).toBe(true);
    settle(SETTLED);
    expect(await settlement.result).toBe(STORED);
    clock.advance(60);
    expect([settlement.isOpen, over, faults]).toEqual([false, [STORED], []]);
  });

  test('stores nothing where there is no settled response', async () => {
    const stored: unknown[] = [];
    const { settlement, settle } = started({
      store: (settled) => {
        stored.push(settled);
        return STORED;
      },
    });
    settle(null);
    expect([await settlement.result, stored]).toEqual([null, []]);
  });

  test('ends by its time limit, and stores nothing that comes later', async () => {
    const { settlement, settle, over, clock } = started();
    clock.advance(4.999);
    expect(settlement.isOpen).toBe(true);
    clock.advance(0.001);
    expect([settlement.isOpen, await settlement.result]).toEqual([false, null]);
    settle(SETTLED);
    await turn();
    expect(over).toEqual([null]);
  });

  test('reports a fault of the store, and stores nothing then', async () => {
    const fault = new Error('full');
    const { settlement, settle, faults, over } = started({
      store: () => {
        throw fault;
      },
    });
    settle(SETTLED);
    expect([await settlement.result, faults, over]).toEqual([null, [fault], [null]]);
  });

  test('resolves although what is called at its end fails', async () => {
    const fault = new Error('not over');
    const { settlement, settle, faults } = started({
      onOver: () => {
        throw fault;
      },
    });
    settle(SETTLED);
    expect(await settlement.result).toBe(STORED);
    await turn();
    expect(faults).toEqual([fault]);
  });
});

test('the result of an act that fails is the other one', () => {
  const faults: unknown[] = [];
  const fault = new Error('no');
  const fail = (): never => {
    throw fault;
  };
  expect([
    tryOr(
      () => 1,
      2,
      (cause) => faults.push(cause),
    ),
    tryOr<number>(fail, 2, (cause) => faults.push(cause)),
  ]).toEqual([1, 2]);
  expect(faults).toEqual([fault]);
});
