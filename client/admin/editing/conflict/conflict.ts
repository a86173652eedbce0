/** What two people made of one row, and what a third form of it takes from each. */
import type { ContentType, Field, Row } from '../../resources/content-type.ts';
import { differingColumns } from '../difference.ts';

export interface Conflict {
  /** The row as it is saved now. */
  readonly current: Row;
  /** The values that this person wants. */
  readonly mine: Row;
  /** The row as the form read it; null where that is not known. */
  readonly base: Row | null;
  /** Columns for which both wrote another value. */
  readonly contested: readonly string[];
  /** Columns that the other person alone has changed. */
  readonly taken: readonly string[];
}

/**
 * Returns the conflict of a form. `base` is the row as the form read it; what this person did not change since is no wish of theirs. Without it
 * every value that differs is one.
 */
export function conflictOf(type: ContentType, current: Row, form: Row, base: Row | null): Conflict {
  const columns = type.fields.map(({ name }) => name);
  const theirs = base === null ? columns : differingColumns(columns, current, base);
  const wanted = differingColumns(columns, form, base ?? current);
  const mine = Object.fromEntries(wanted.map((name) => [name, form[name]]));
  const contested = differingColumns(wanted, mine, current).filter((name) => theirs.includes(name));
  return { current, mine, base, contested, taken: base === null ? [] : theirs.filter((name) => !(name in mine)) };
}

/** The fields about which the person decides. */
export function contestedFields(type: ContentType, { contested }: Conflict): readonly Field[] {
  return type.fields.filter(({ name }) => contested.includes(name));
}

/** Returns what the form is to have in the columns that this person changed. `chosen` has the values that are chosen in place of the own ones. */
export function resolved({ mine, contested }: Conflict, chosen: Row): Row {
  return Object.fromEntries(
    Object.entries(mine).map(([name, value]) => [name, contested.includes(name) && name in chosen ? chosen[name] : value]),
  );
}
