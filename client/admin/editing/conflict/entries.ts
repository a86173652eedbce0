/** What differs between two lists of entries, as payments or files, so that a person decides entry by entry. */
import { normalised } from '../../data/selection.ts';
import type { Field, Row } from '../../resources/content-type.ts';
import { fieldsWithin } from '../difference.ts';
import type { Conflict } from './conflict.ts';

export interface ListEntry {
  /** Tells it from the others. */
  readonly key: string;
  readonly entry: Row;
  /** The list that has it. */
  readonly in: 'both' | 'mine' | 'theirs';
  /** Whether it is in the new list unless the person decides otherwise. */
  readonly isKept: boolean;
}

/**
 * Returns the entries of both lists in their order, each once. What one person added stays and what one took away goes, whoever it was; an entry
 * that was changed is one that went and one that came. Without the list that both began from, the own list is what is proposed.
 */
export function entriesOf(field: Field, { mine, current, base }: Conflict): readonly ListEntry[] {
  const textOf = (entry: Row): string => JSON.stringify(fieldsWithin(field).map(({ name }) => normalised(entry[name])));
  const [own, others, former] = [mine, current, base ?? {}].map((row) =>
    listIn(row[field.name]).map((entry) => ({ entry, text: textOf(entry) })),
  );
  const has = (list: typeof own, text: string): boolean => list?.some((each) => each.text === text) === true;
  const merged: { readonly text: string; readonly listed: Omit<ListEntry, 'key'> }[] = (own ?? []).map(({ entry, text }) => {
    const isShared = has(others, text);
    return { text, listed: { entry, in: isShared ? 'both' : 'mine', isKept: isShared || base === null || !has(former, text) } };
  });
  let after = -1;
  for (const { entry, text } of others ?? []) {
    const place = merged.findIndex((each) => each.text === text);
    if (place >= 0) {
      after = place;
      continue;
    }
    after += 1;
    merged.splice(after, 0, { text, listed: { entry, in: 'theirs', isKept: base !== null && !has(former, text) } });
  }
  return merged.map(({ listed }, place) => ({ ...listed, key: String(place) }));
}

/** Returns the list of what is kept. */
export function keptEntries(entries: readonly ListEntry[]): readonly Row[] {
  return entries.filter(({ isKept }) => isKept).map(({ entry }) => entry);
}

function listIn(value: unknown): readonly Row[] {
  return Array.isArray(value) ? (value as readonly Row[]) : [];
}
