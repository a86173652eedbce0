/**
 * The edge's own conformance cases, for rules that the public suite does not cover. Each has its own world, whose clock moves between
 * exchanges.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { AGE_CASES } from './cases/age.ts';
import { CACHE_STATUS_CASES } from './cases/cache-status.ts';
import type { CaseExchange, ConformanceCase, OriginAnswer } from './cases/case.ts';
import { COMBINING_CASES } from './cases/combining.ts';
import { GROUP_CASES } from './cases/groups.ts';
import { IDENTIFIED_BY_304_CASES } from './cases/identified-by-304.ts';
import { OUTDATED_CASES } from './cases/outdated-responses.ts';
import { RANGE_MISS_CASES } from './cases/range-misses.ts';
import { RANGE_CASES } from './cases/ranges.ts';
import { STALE_CASES } from './cases/stale.ts';
import { STORING_CASES } from './cases/storing.ts';
import { TARGETED_CASES } from './cases/targeted.ts';
import { UPDATED_CASES } from './cases/updated-responses.ts';
import { VALIDATING_CASES } from './cases/validating.ts';
import { VARIANT_CASES } from './cases/variants.ts';
import { type Answer, startWorld, until, type World } from './harness.ts';

const FAMILIES: Readonly<Record<string, readonly ConformanceCase[]>> = {
  storing: STORING_CASES,
  age: AGE_CASES,
  validating: VALIDATING_CASES,
  'updating the responses that a 304 identifies': IDENTIFIED_BY_304_CASES,
  'stored responses after updates': UPDATED_CASES,
  'responses that outdate the stored one': OUTDATED_CASES,
  stale: STALE_CASES,
  ranges: RANGE_CASES,
  'range misses': RANGE_MISS_CASES,
  'combining partial responses': COMBINING_CASES,
  'selecting variants': VARIANT_CASES,
  'targeted fields': TARGETED_CASES,
  'cache groups and invalidation': GROUP_CASES,
  'cache status': CACHE_STATUS_CASES,
};

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

test('case ids are unique', () => {
  const ids = Object.values(FAMILIES).flatMap((cases) => cases.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

/** Each case on connections of their own, and on one that is kept alive, where stored responses are answered before Node's parser. */
const RUNS = Object.entries(FAMILIES).flatMap(([family, cases]) => [
  { family, cases, isDirect: false },
  { family: `${family}, at the socket`, cases, isDirect: true },
]);

let direct = 0;
let played = 0;

describe.each(RUNS)('$family', ({ cases, isDirect }) => {
  test.each(cases)('$kind: $id ($source)', async ({ exchanges, options }) => {
    let current: CaseExchange['origin'];
    let count = 0;
    world = await startWorld(
      (_req, res) => {
        count += 1;
        if (current === undefined) throw new Error('unexpected request to the origin');
        if (current === 'hang-up') {
          res.destroy();
          return;
        }
        answerWith(res, current, count);
      },
      options,
      { isDirect },
    );
    for (const exchange of exchanges) {
      current = exchange.origin;
      await play(exchange, world, () => count);
    }
    direct += world.direct();
    played += 1;
    expect(world.forwarded).toHaveLength(exchanges.filter(({ origin }) => origin !== undefined).length);
  });
});

afterAll(() => {
  // Otherwise the second run of each family would be the first one again. A few chosen cases may have none.
  const isWhole = played === RUNS.flatMap(({ cases }) => cases).length;
  if (isWhole && direct < 20) throw new Error(`${direct} answers at the socket`);
});

function answerWith(
  res: Parameters<Parameters<typeof startWorld>[0]>[1],
  { status = 200, headers = {}, body }: OriginAnswer,
  count: number,
): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, typeof value === 'string' ? value : [...value]);
  res.end(body ?? `answer ${count}`);
}

async function play(
  { after = 0, method = 'GET', path = '/', headers = {}, origin, expect: wanted }: CaseExchange,
  at: World,
  count: () => number,
): Promise<void> {
  at.clock.advance(after);
  const before = count();
  const answer = await at.get(path, { method, headers });
  // The edge calls the origin before or together with its response, so an expected call has been counted by now.
  await until(() => at.edge.stats().refreshesRunning === 0);
  expect({ asked: count() - before }).toEqual({ asked: origin === undefined ? 0 : 1 });
  check(answer, wanted);
  const seen = at.forwarded.at(-1);
  for (const [name, value] of Object.entries(wanted.originSaw ?? {}))
    match(seen?.headers[name.toLowerCase()]?.toString(), value, `origin saw ${name}`);
}

function check(answer: Answer, wanted: CaseExchange['expect']): void {
  if (wanted.status !== undefined) expect(answer.status).toBe(wanted.status);
  if (wanted.answer !== undefined) expect(answer.body).toBe(answer.status === 304 ? '' : `answer ${wanted.answer}`);
  if (wanted.body !== undefined) expect(answer.body).toBe(wanted.body);
  for (const [name, value] of Object.entries(wanted.headers ?? {})) match(answer.headers[name], value, name);
  expect(answer.complete).toBe(true);
}

function match(actual: string | undefined, wanted: string | RegExp | null, what: string): void {
  if (wanted instanceof RegExp) expect(`${what}: ${actual}`).toMatch(new RegExp(wanted.source.replace(/^\^/, `^${what}: `)));
  else expect({ [what]: actual ?? null }).toEqual({ [what]: wanted });
}
