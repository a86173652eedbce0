/** Another editor saved the row since this form read it. Nothing was written; both texts are kept for the person to choose from. */
import type { Row } from '../resources/content-type.ts';

const CONFLICT = 409;

/** Thrown by the data provider's `update`. react-admin's HttpError cannot be extended: it sets its own prototype. */
export class EditConflict extends Error {
  readonly status = CONFLICT;
  /** The row as it is now in the database. */
  readonly current: Row;
  /** The columns that this form wanted to write. */
  readonly attempted: Row;

  constructor(current: Row, attempted: Row) {
    super('Este conteúdo mudou enquanto você editava. Nada do que você escreveu se perdeu.');
    this.name = 'EditConflict';
    this.current = current;
    this.attempted = attempted;
  }
}
