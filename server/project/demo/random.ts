/**
 * Deterministic chance: the same key always gives the same numbers, so the demonstration content is the same on every machine.
 * Not for anything secret: mulberry32 is small and fast, and predictable by design.
 */
export interface Random {
  /** Returns a number in [0, 1). */
  readonly next: () => number;
  /** Returns an integer between `minimum` and `maximum`, both included. */
  readonly integer: (minimum: number, maximum: number) => number;
  /** Returns a number between `minimum` and `maximum`. */
  readonly between: (minimum: number, maximum: number) => number;
  /** Returns one element. @throws RangeError for an empty list. */
  readonly pick: <T>(list: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
}

// FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
function seedFrom(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

/** Returns the element at `index`, counted in a circle. @throws RangeError for an empty list. */
export function at<T>(list: readonly T[], index: number): T {
  const position = ((index % list.length) + list.length) % list.length;
  for (const element of list.slice(position, position + 1)) {
    return element;
  }
  throw new RangeError('an empty list has no element');
}

/** Returns a generator seeded by `key`; two calls with one key give the same sequence. */
export function randomFor(key: string): Random {
  let state = seedFrom(key);
  // mulberry32 (Tommy Ettinger, public domain)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (minimum: number, maximum: number): number => minimum + Math.floor(next() * (maximum - minimum + 1));
  return {
    next,
    integer,
    between: (minimum, maximum) => minimum + next() * (maximum - minimum),
    pick: (list) => at(list, integer(0, list.length - 1)),
    chance: (probability) => next() < probability,
  };
}
