/** Sends the rows of a spreadsheet in parts, asks what they would do, and has it done in one transaction. */
import type { RunGraphql } from '../../data/graphql.ts';
import type { RowProblem, SpreadsheetRow } from './spreadsheet-rows.ts';

/** A request of staff has at most a megabyte; a letter with an accent has two bytes, and a row at most a few thousand. */
const PART_CHARACTERS = 300_000;
const PART_ROWS = 1_000;

export interface ForeseenRow {
  readonly linha: number;
  readonly acao: 'novo' | 'muda' | 'igual';
  readonly titulo: string;
}

export type Foreseen =
  | { readonly kind: 'problems'; readonly problems: readonly RowProblem[] }
  | { readonly kind: 'rows'; readonly spreadsheet: string; readonly rows: readonly ForeseenRow[] };

interface AnsweredRow extends RowProblem {
  readonly acao: ForeseenRow['acao'] | null;
  readonly titulo: string | null;
}

const FIRST = `mutation FirstPart($rows: jsonb!) { part: insert_planilha_de_documentos_one(object: {parte: 1, linhas: $rows}) { planilha } }`;
const NEXT = `mutation NextPart($spreadsheet: uuid!, $part: Int!, $rows: jsonb!) {
  part: insert_planilha_de_documentos_one(object: {planilha: $spreadsheet, parte: $part, linhas: $rows}) { planilha }
}`;
const FORESEE = `query Foresee($spreadsheet: uuid!) {
  rows: prever_planilha(args: {planilha: $spreadsheet}) { linha acao titulo coluna mensagem }
}`;
const IMPORT = `mutation Import($spreadsheet: uuid!) { rows: importar_planilha(args: {planilha: $spreadsheet}) { linha acao } }`;

interface Part {
  readonly part: { readonly planilha: string };
}

/** Returns what the rows would do. Nothing is written but the rows themselves, which the server forgets after a day. */
export async function foresee(run: RunGraphql, rows: readonly SpreadsheetRow[]): Promise<Foreseen> {
  const [first = [], ...others] = partsOf(rows);
  const spreadsheet = (await run<Part>(FIRST, { rows: first })).part.planilha;
  for (const [at, part] of others.entries()) await run<Part>(NEXT, { spreadsheet, part: at + 2, rows: part });
  const answer = await run<{ readonly rows: readonly AnsweredRow[] }>(FORESEE, { spreadsheet });
  const problems = answer.rows.filter(({ mensagem }) => mensagem !== null);
  if (problems.length > 0) return { kind: 'problems', problems };
  return {
    kind: 'rows',
    spreadsheet,
    rows: answer.rows.flatMap(({ linha, acao, titulo }) => (acao === null ? [] : [{ linha, acao, titulo: titulo ?? '' }])),
  };
}

/** Does what was foreseen, and returns how many documents were made and how many changed. @throws HttpError when the site has changed since, and then nothing is done */
export async function importRows(run: RunGraphql, spreadsheet: string): Promise<{ readonly made: number; readonly changed: number }> {
  const { rows } = await run<{ readonly rows: readonly Pick<ForeseenRow, 'acao'>[] }>(IMPORT, { spreadsheet }, { table: 'documento' });
  const made = rows.filter(({ acao }) => acao === 'novo').length;
  return { made, changed: rows.length - made };
}

function partsOf(rows: readonly SpreadsheetRow[]): readonly (readonly SpreadsheetRow[])[] {
  const parts: SpreadsheetRow[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const last = parts.at(-1);
    if (last === undefined || characters + size > PART_CHARACTERS || last.length === PART_ROWS) {
      parts.push([row]);
      characters = size;
    } else {
      last.push(row);
      characters += size;
    }
  }
  return parts;
}
