import type { Queryable } from '../../../backend/embedded/database.ts';

/** A row to insert: column names to JSON values. */
export type Linha = Readonly<Record<string, unknown>>;

/** Rows of one table, all with the same columns. `identity` says that the table's `id` is a sequence to move past the last row. */
export interface Tabela {
  readonly nome: string;
  readonly linhas: readonly Linha[];
  readonly identity?: true;
  /** All rows in one statement, for a table that refers to itself: foreign keys are checked when a statement ends. */
  readonly inteira?: true;
}

// One JSON parameter a statement: large enough to make round trips rare, small enough for any message limit.
const BATCH = 500;

/**
 * Inserts the rows of a table by `jsonb_populate_recordset`, so that every column takes its own type from the table.
 * @throws RangeError when two rows differ in their columns: the missing one would silently lose its default.
 */
export async function insertRows(tx: Queryable, { nome, linhas, identity, inteira }: Tabela): Promise<void> {
  const [primeira] = linhas;
  if (primeira === undefined) {
    return;
  }
  const colunas = Object.keys(primeira);
  const assinatura = colunas.toSorted().join();
  for (const linha of linhas) {
    if (Object.keys(linha).toSorted().join() !== assinatura) {
      throw new RangeError(`rows of ${nome} have different columns: ${assinatura} and ${Object.keys(linha).toSorted().join()}`);
    }
  }
  const lista = colunas.map((coluna) => `"${coluna}"`).join(', ');
  const size = inteira === true ? linhas.length : BATCH;
  for (let start = 0; start < linhas.length; start += size) {
    const lote = JSON.stringify(linhas.slice(start, start + size));
    await tx.query(
      `insert into public."${nome}" (${lista}) select ${lista} from jsonb_populate_recordset(null::public."${nome}", $1::jsonb)`,
      [lote],
    );
  }
  if (identity === true) {
    await tx.query(`select setval(pg_get_serial_sequence('public.${nome}', 'id'), (select max(id) from public."${nome}"))`);
  }
}
