/** The notice of one change, as the triggers of the project write it: to the listeners, and into the record of the last days. */
import { z } from 'zod';
import type { RowChange } from '../backend.ts';

const Reference = z.object({ column: z.string(), table: z.string(), key: z.string() });

/** The triggers of another project may leave out `refs` and `columns`. */
const Notice = z.object({
  table: z.string().min(1),
  key: z.string(),
  op: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  refs: z.exactOptional(z.array(Reference)),
  columns: z.exactOptional(z.array(z.string())),
});

/** Returns the change; undefined for what is no notice. */
export function readNotice(notice: unknown): RowChange | undefined {
  return Notice.safeParse(notice).data;
}

/** The key that stands for every row of a table (`truncate`, and any change of a vocabulary). No primary key of the project is this text. */
const EVERY_ROW = '*';

/** Says whether a change names the row that it is about. */
export function namesRow({ key }: RowChange): boolean {
  return key !== EVERY_ROW;
}
