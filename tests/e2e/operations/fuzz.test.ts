/** Requests and bytes that no page of ours sends, at every public door: none makes the site fail, hang or end. CONTRIBUTING.md says how to send more. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientBytes } from '../../support/both-paths/bytes.ts';
import { exchange, faultsIn } from '../../support/fuzz/exchange.ts';
import { fuzzedRequest } from '../../support/fuzz/requests.ts';
import { FUZZED_TARGETS } from '../../support/fuzz/targets.ts';
import { startLoadedSite } from '../../support/loaded-site.ts';
import type { RunningSite } from '../../support/site.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 120);
const SEED = process.env['FUZZ_SEED'];

/** More than any of these requests takes on a busy machine, less than the site gives a client that sends nothing. */
const WITHIN_MS = 15_000;

let site: RunningSite;

beforeAll(async () => {
  site = await startLoadedSite({
    environment: { TRUST_PROXY: '1', PURGE_TOKEN: 'um-segredo-para-o-teste', CSP_REPORTS: 'on' },
  });
});
afterAll(() => site.stop());

/** Sent side by side: a site that answers one at a time is mostly idle. */
const GROUP = 4;

interface Sent {
  readonly bytes: string;
  readonly endsFirst: boolean;
  /** Where the first packet ends, as a share of the bytes. */
  readonly cut: number;
}

async function fuzz(sent: fc.Arbitrary<Sent>): Promise<void> {
  const property = fc.asyncProperty(fc.array(sent, { minLength: GROUP, maxLength: GROUP }), async (group) => {
    const seen = await Promise.all(
      group.map(async ({ bytes, endsFirst, cut }) => {
        const { received, hasEnded } = await exchange(site.url, bytes, {
          endsFirst,
          cutAt: Math.floor(cut * bytes.length),
          withinMs: WITHIN_MS,
        });
        return { faults: faultsIn(received, bytes), hasEnded };
      }),
    );
    expect(seen).toEqual(group.map(() => ({ faults: [], hasEnded: true })));
  });
  await fc.assert(property, { numRuns: Math.ceil(RUNS / GROUP / 2), ...(SEED === undefined ? {} : { seed: Number(SEED) }) });
}

/** What was logged as a fault although every answer was right. */
function loggedFaults(): readonly string[] {
  return site
    .output()
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line));
}

const cut = fc.double({ min: 0, max: 1, noNaN: true });

test('every request to a public endpoint is answered, and not with a fault', { timeout: 60_000 + RUNS * 200 }, async () => {
  await fuzz(fc.record({ bytes: fuzzedRequest, endsFirst: fc.constant(false), cut }));
  expect(loggedFaults()).toEqual([]);
  expect((await fetch(site.url)).status).toBe(200);
});

test('no bytes at the socket make the site fail, hang or end', { timeout: 60_000 + RUNS * 200 }, async () => {
  await fuzz(fc.record({ bytes: clientBytes(FUZZED_TARGETS), endsFirst: fc.constant(true), cut }));
  expect(loggedFaults()).toEqual([]);
  expect((await fetch(site.url)).status).toBe(200);
});
