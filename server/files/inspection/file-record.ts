/** The mutation that records an inspected file in the table that describes files, in the same transaction as the file itself. */
import { FILE_TABLE } from '../../../shared/content/content-rules.ts';
import type { GraphqlRequest } from '../../backend/backend.ts';

export interface FileDescription {
  readonly nome: string;
  readonly mime: string;
  readonly tamanho_bytes: number;
  readonly sha256: string;
  readonly paginas: number | null;
  readonly pesquisavel: boolean | null;
  readonly texto_extraido: string | null;
  readonly largura: number | null;
  readonly altura: number | null;
  readonly alt?: string;
  /** What was confirmed in spite of the inspection, and why. */
  readonly confirmacoes: { readonly codigos: readonly string[]; readonly justificativa: string } | null;
  /** Codes of what the inspection could not look into. */
  readonly avisos: readonly string[] | null;
}

const COLUMNS: readonly (keyof FileDescription)[] = [
  'nome',
  'mime',
  'tamanho_bytes',
  'sha256',
  'paginas',
  'pesquisavel',
  'texto_extraido',
  'largura',
  'altura',
  'confirmacoes',
  'avisos',
];

// An earlier version is written first: the database fills it with the description as it still is.
const RECORD = `mutation Inspecao($versoes: [${FILE_TABLE}_insert_input!]!, $arquivo: ${FILE_TABLE}_insert_input!, $colunas: [${FILE_TABLE}_update_column!]!) {
  versoes: insert_${FILE_TABLE}(objects: $versoes) { affected_rows }
  arquivo: insert_${FILE_TABLE}(objects: [$arquivo], on_conflict: {constraint: ${FILE_TABLE}_pkey, update_columns: $colunas}) { affected_rows }
}`;

/** Returns the mutation for a file that is stored under `id`; with `earlier`, the id under which what it was stays. */
export function recordRequest(
  description: FileDescription,
  { id, earlier }: { readonly id: string; readonly earlier: string | null },
): GraphqlRequest {
  const { nome, mime, tamanho_bytes } = description;
  const versoes = earlier === null ? [] : [{ id: earlier, substituido_por_id: id, nome, mime, tamanho_bytes }];
  const colunas = description.alt === undefined ? COLUMNS : [...COLUMNS, 'alt'];
  return { query: RECORD, variables: { versoes, arquivo: { id, ...description }, colunas }, operationName: 'Inspecao' };
}
