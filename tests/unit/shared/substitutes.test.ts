import { afterEach, describe, expect, it, vi } from 'vitest';
import { grouped } from '../../../shared/platform/grouped.ts';
import { parseUrl, withMark } from '../../../shared/platform/substitutes.ts';
import { deadlineSignal } from '../../../shared/time/timers.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('grouped keeps groups and their items in the order in which they come', () => {
  expect([...grouped(['b1', 'a1', 'b2'], ([letter]) => letter)]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
});

it('withMark writes a query with its mark, and nothing for an empty one', () => {
  expect([withMark(new URLSearchParams()), withMark(new URLSearchParams([['ano', '2025']]))]).toEqual(['', '?ano=2025']);
});

it('parseUrl parses an address, alone or against a base, and says null for what is none', () => {
  expect(parseUrl('/sic', 'https://site.test')?.href).toBe('https://site.test/sic');
  expect(parseUrl('/sic')).toBeNull();
});

describe('deadlineSignal', () => {
  it('aborts when its time has passed', () => {
    vi.useFakeTimers();
    const signal = deadlineSignal(1_000);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
  });

  it('aborts with the signal that it is given, also where that was aborted before', () => {
    const given = new AbortController();
    const signal = deadlineSignal(60_000, given.signal);
    given.abort();
    expect([signal.aborted, deadlineSignal(60_000, given.signal).aborted]).toEqual([true, true]);
  });
});
