/** Objects of any width, in the order of their keys. */
import { expect, test } from 'vitest';
import { objectSql, type Pair } from '../../../../../server/backend/embedded/graphql/compiler/json.ts';

const pairs = (count: number): readonly Pair[] => Array.from({ length: count }, (_, index) => [`k${index}`, String(index)]);

const callOf = (from: number, to: number): string =>
  `json_build_object(${pairs(to)
    .slice(from)
    .map(([key, sql]) => `'${key}', ${sql}`)
    .join(', ')})`;

test('an object without a field needs no function', () => {
  expect(objectSql([])).toBe("'{}'::json");
});

test.each([1, 45])('an object of %i fields is one call', (count) => {
  expect(objectSql(pairs(count))).toBe(callOf(0, count));
});

test.each([46, 90, 91])('an object of %i fields is joined from calls of 45 at most', (count) => {
  const calls = [callOf(0, 45), callOf(45, Math.min(count, 90)), ...(count > 90 ? [callOf(90, count)] : [])];
  expect(objectSql(pairs(count))).toBe(
    `('{' || ${calls.map((call) => `substr(left((${call})::text, -1), 2)`).join(" || ',' || ")} || '}')::json`,
  );
});
