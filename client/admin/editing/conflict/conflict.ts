/** What two people made of one row, and what a third form of it takes from each. */
import type { ContentType, Field, Row } from '../../resources/content-type.ts';
import { differingColumns } from '../difference.ts';

export interface Conflict {
  /** The row as it is saved now. */
  readonly current: Row;
  /** The values that this person wants. */
  readonly mine: Row;
  /** Columns for which both wrote another value. */
  readonly asked: readonly string[];
  /** Columns that the other person alone has changed. */
  readonly taken: readonly string[];
}

export type Choice = 'mine' | 'theirs';

/**
 * Returns the conflict of a form. `base` is the row as the form read it; what this person did not change since is no wish of theirs. Without it
 * every value that differs is one.
 */
export function conflictOf(type: ContentType, current: Row, form: Row, base: Row | null): Conflict {
  const columns = type.fields.map(({ name }) => name);
  const theirs = base === null ? columns : differingColumns(columns, current, base);
  const wanted = differingColumns(columns, form, base ?? current);
  const mine = Object.fromEntries(wanted.map((name) => [name, form[name]]));
  const asked = differingColumns(wanted, mine, current).filter((name) => theirs.includes(name));
  return { current, mine, asked, taken: base === null ? [] : theirs.filter((name) => !(name in mine)) };
}

/** The fields about which the person decides. */
export function askedFields(type: ContentType, { asked }: Conflict): readonly Field[] {
  return type.fields.filter(({ name }) => asked.includes(name));
}

/** Returns the values that the form is to have beside those of `current`. */
export function resolved({ mine, asked }: Conflict, choices: Readonly<Record<string, Choice>>): Row {
  return Object.fromEntries(Object.entries(mine).filter(([name]) => !asked.includes(name) || choices[name] !== 'theirs'));
}
