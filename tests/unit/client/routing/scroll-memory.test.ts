import { describe, expect, it } from 'vitest';
import { createScrollMemory } from '../../../../client/routing/scroll-memory.ts';

function storage(initial: string | null = null) {
  const items = new Map<string, string>(initial === null ? [] : [['portal:rolagem', initial]]);
  return {
    items,
    open: () => ({ getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => void items.set(key, value) }),
  };
}

const blocked = (): never => {
  throw new DOMException('blocked', 'SecurityError');
};

describe('scroll positions', () => {
  it('scroll positions survive a page load in the session storage', () => {
    const session = storage();
    const first = createScrollMemory(session.open);
    first.note('a', 120.6);
    first.note('b', -3);
    first.save();
    const second = createScrollMemory(session.open);
    expect([second.position('a'), second.position('b'), second.position('c')]).toEqual([121, 0, null]);
  });

  it('scroll positions are kept within the document where storage is blocked', () => {
    const memory = createScrollMemory(blocked);
    memory.note('a', 5);
    memory.save();
    expect(memory.position('a')).toBe(5);
  });

  it('scroll positions are bounded, and the oldest is removed first', () => {
    const memory = createScrollMemory(blocked);
    for (let entry = 0; entry <= 100; entry++) memory.note(String(entry), entry);
    expect([memory.position('0'), memory.position('1'), memory.position('100')]).toEqual([null, 1, 100]);
  });

  it.each(['not json', '{"a":1}', '[["a"],["b","c"],[1,2]]'])('scroll positions ignore the invalid stored value %s', (value) => {
    expect(createScrollMemory(storage(value).open).position('a')).toBeNull();
  });
});
