/** Keys whose response could not be shared: their next requests do not wait for one another. */
import { expect, test } from 'vitest';
import { createFlights } from '../../../../server/edge/flight/collapse.ts';
import type { FlightOutcome } from '../../../../server/edge/flight/plan.ts';
import { readHead } from '../../../../server/edge/response/stored-response.ts';
import { createPurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';

const START = 1_000_000;

/** Flights of which one for `/` has had a response; `announce` adds another, and `settle` announces the settled response of the last. */
async function flightsAfter(storing: boolean, isSettling = false) {
  let settle: (result: Promise<unknown>) => void = () => undefined;
  const clock = { now: START };
  const epochs = createPurgeEpochs({ now: () => clock.now, bound: 10, refreshForMs: 60_000 });
  const flights = createFlights(epochs, { now: () => clock.now, hitForMissMs: 5_000, bound: 10 });
  const start = epochs.start();
  const times = { requestedAt: START, receivedAt: START };
  const head = readHead(200, 'OK', [], times, { targets: [], varyInKey: [] });
  const announce = async (isStored: boolean): Promise<void> => {
    const outcome: FlightOutcome = { kind: 'stream', head, storing: isStored };
    flights.announce('/', {
      start,
      began: start.began,
      groups: [],
      responseHead: null,
      isShared: false,
      isSettling,
      settled: null,
      outcome: Promise.resolve(outcome),
      done: new Promise(() => undefined),
      whenSettling: (act) => {
        settle = act;
      },
    });
    await new Promise((resolve) => void setImmediate(resolve));
  };
  await announce(storing);
  return { flights, clock, announce, settle: (result: Promise<unknown>) => settle(result) };
}

test('after a response that could not be shared no flight is joined or led for a while', async () => {
  const { flights, clock } = await flightsAfter(false);
  expect([flights.size, flights.joinable('/'), flights.mayLead('/'), flights.mayLead('/other')]).toEqual([0, null, false, true]);
  clock.now = START + 4_999;
  expect(flights.mayLead('/')).toBe(false);
  clock.now = START + 5_000;
  expect(flights.mayLead('/')).toBe(true);
});

test('a clock that was set back ends the while', async () => {
  const { flights, clock } = await flightsAfter(false);
  clock.now = START - 1;
  expect(flights.mayLead('/')).toBe(true);
});

test.each([
  [true, false],
  [false, true],
])('a response that is stored (%s) or settled (%s) is waited for', async (storing, isSettling) => {
  const { flights } = await flightsAfter(storing, isSettling);
  expect([flights.size, flights.mayLead('/')]).toEqual([1, true]);
  expect(flights.joinable('/')).not.toBeNull();
});

test('a settled response that is announced after the head ends the while', async () => {
  const { flights, settle } = await flightsAfter(false);
  settle(new Promise(() => undefined));
  expect([flights.size, flights.mayLead('/')]).toEqual([1, true]);
});

test('a response that is stored ends the while', async () => {
  const { flights, announce } = await flightsAfter(false);
  await announce(true);
  expect(flights.mayLead('/')).toBe(true);
});
