/** Where each history entry was scrolled to, for going back and forward; the browser's own memory acts before the page is there. */

const STORAGE_KEY = 'portal:rolagem';

/** History entries remembered; older ones start at the top. */
const MAX_POSITIONS = 100;

export interface ScrollMemory {
  /** Notes the position of an entry. */
  note(key: string, y: number): void;
  position(key: string): number | null;
  /** Keeps the positions for the next document of this session. */
  save(): void;
}

/** Makes the memory. `storage` throws where the browser blocks it: positions then live as long as the document. */
export function createScrollMemory(storage: () => Pick<Storage, 'getItem' | 'setItem'>): ScrollMemory {
  const positions = new Map<string, number>(restore(storage));
  return {
    note: (key, y) => {
      positions.delete(key);
      positions.set(key, Math.max(0, Math.round(y)));
      const [oldest] = positions.keys();
      if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
    },
    position: (key) => positions.get(key) ?? null,
    save: () => {
      try {
        storage().setItem(STORAGE_KEY, JSON.stringify([...positions]));
      } catch {
        // Storage is blocked or full: the next document starts at the top, as it would without this module.
      }
    },
  };
}

function restore(storage: () => Pick<Storage, 'getItem' | 'setItem'>): readonly (readonly [string, number])[] {
  try {
    const value: unknown = JSON.parse(storage().getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isPosition) : [];
  } catch {
    // Nothing readable was kept.
    return [];
  }
}

function isPosition(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number';
}
