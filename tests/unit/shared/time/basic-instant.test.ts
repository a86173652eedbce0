import { expect, it } from 'vitest';
import { formatBasicInstant, parseBasicInstant } from '../../../../shared/time/basic-instant.ts';

it.each([
  ['20260131T120001Z', '2026-01-31T12:00:01Z'],
  ['19700101T000000Z', '1970-01-01T00:00:00Z'],
])('%j is the instant %s', (text, iso) => {
  expect(parseBasicInstant(text)).toBe(Date.parse(iso));
  expect(formatBasicInstant(Date.parse(iso) + 999)).toBe(text);
});

it.each(['', '2026-01-31T12:00:01Z', '20260131T1200Z', '20260131T120001', ' 20260131T120001Z', '20260131T120001Zx'])(
  'parses %j as null',
  (text) => {
    expect(parseBasicInstant(text)).toBeNull();
  },
);
