/** Conformance cases of our own, for what the public suite does not cover. One world each; the clock moves only between exchanges. */
import { afterEach, describe, expect, test } from 'vitest';
import { AGE_CASES } from './cases/age.ts';
import { CACHE_STATUS_CASES } from './cases/cache-status.ts';
import type { CaseExchange, ConformanceCase, OriginAnswer } from './cases/case.ts';
import { COMBINING_CASES } from './cases/combining.ts';
import { FRESHENING_CASES } from './cases/freshening.ts';
import { GROUP_CASES } from './cases/groups.ts';
import { KEEPING_CASES } from './cases/keeping.ts';
import { OUTDATING_CASES } from './cases/outdating.ts';
import { RANGE_MISS_CASES } from './cases/range-misses.ts';
import { RANGE_CASES } from './cases/ranges.ts';
import { STALE_CASES } from './cases/stale.ts';
import { STORING_CASES } from './cases/storing.ts';
import { TARGETED_CASES } from './cases/targeted.ts';
import { VALIDATING_CASES } from './cases/validating.ts';
import { VARIANT_CASES } from './cases/variants.ts';
import { type Answer, startWorld, until, type World } from './harness.ts';

const FAMILIES: Readonly<Record<string, readonly ConformanceCase[]>> = {
  storing: STORING_CASES,
  age: AGE_CASES,
  validating: VALIDATING_CASES,
  'freshening what a 304 identifies': FRESHENING_CASES,
  'keeping what an update leaves': KEEPING_CASES,
  'outdating what is stored': OUTDATING_CASES,
  stale: STALE_CASES,
  ranges: RANGE_CASES,
  'ranges of what is not stored': RANGE_MISS_CASES,
  'combining parts': COMBINING_CASES,
  'choosing variants': VARIANT_CASES,
  'targeted fields': TARGETED_CASES,
  'cache groups and invalidation': GROUP_CASES,
  'cache status': CACHE_STATUS_CASES,
};

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

test('every case has its own id', () => {
  const ids = Object.values(FAMILIES).flatMap((cases) => cases.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

describe.each(Object.entries(FAMILIES).map(([family, cases]) => ({ family, cases })))('$family', ({ cases }) => {
  test.each(cases)('$kind: $id ($source)', async ({ exchanges, options }) => {
    let current: CaseExchange['origin'];
    let count = 0;
    world = await startWorld((_req, res) => {
      count += 1;
      if (current === undefined) throw new Error('the origin was not to be asked');
      if (current === 'hang-up') {
        res.destroy();
        return;
      }
      answerWith(res, current, count);
    }, options);
    for (const exchange of exchanges) {
      current = exchange.origin;
      await play(exchange, world, () => count);
    }
    expect(world.asked).toHaveLength(exchanges.filter(({ origin }) => origin !== undefined).length);
  });
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
  // A refresh in the background belongs to the exchange that began it.
  if (origin !== undefined) await until(() => count() > before);
  await until(() => at.edge.stats().refreshesRunning === 0);
  expect({ asked: count() - before }).toEqual({ asked: origin === undefined ? 0 : 1 });
  check(answer, wanted);
  const seen = at.asked.at(-1);
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
