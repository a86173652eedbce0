/** Rows of documents from the lines of a CSV: its columns by name, each value in the form of the database, and what cannot be read. */
import { FIRST_YEAR, isYear, LAST_YEAR } from '../documents-from-files/file-names.ts';
import type { CsvLine } from './csv-text.ts';

export interface RowProblem {
  readonly linha: number;
  readonly coluna: string | null;
  readonly mensagem: string;
}

/** A row under the names of the database; a column that the file does not have is absent, an empty cell is null. */
export type SpreadsheetRow = Readonly<Record<string, string | number | null>> & { readonly linha: number };

export interface SpreadsheetRows {
  readonly rows: readonly SpreadsheetRow[];
  readonly problems: readonly RowProblem[];
  /** Headings that nothing is taken from. */
  readonly ignored: readonly string[];
}

type Kind = 'text' | 'integer' | 'year' | 'date' | 'money' | 'file';

/** Columns by the name that the open data give them: the one of the database, and its kind. */
const COLUMNS: Readonly<Record<string, readonly [name: string, kind: Kind]>> = {
  id: ['id', 'integer'],
  categoria: ['categoria', 'text'],
  titulo: ['titulo', 'text'],
  tipo: ['tipo', 'text'],
  numero: ['numero', 'text'],
  exercicio: ['exercicio', 'year'],
  competencia_inicio: ['competencia_inicio', 'date'],
  competencia_fim: ['competencia_fim', 'date'],
  data_ato: ['data_ato', 'date'],
  publicado_em: ['publicado_em', 'date'],
  situacao: ['situacao', 'text'],
  orgao: ['orgao', 'text'],
  ementa: ['ementa', 'text'],
  resumo: ['resumo_simples', 'text'],
  modalidade: ['modalidade', 'text'],
  interessado: ['interessado', 'text'],
  valor: ['valor', 'money'],
  vigencia_inicio: ['vigencia_inicio', 'date'],
  vigencia_fim: ['vigencia_fim', 'date'],
  pncp: ['pncp_url', 'text'],
  fonte: ['fonte', 'text'],
  diario_oficial: ['diario_oficial_edicao', 'text'],
  diario_oficial_endereco: ['diario_oficial_url', 'text'],
  arquivo: ['arquivo', 'file'],
};

/** Headings of the list that the administration exports, where they are others. */
const HEADINGS: Readonly<Record<string, string>> = {
  identificacao: 'id',
  data_do_ato: 'data_ato',
  em_poucas_palavras: 'resumo',
  endereco_no_pncp: 'pncp',
  edicao_do_diario_oficial: 'diario_oficial',
  endereco_do_diario_oficial: 'diario_oficial_endereco',
  endereco_em_outro_portal: 'arquivo',
};

export const MOST_ROWS = 5_000;

/** Reads the lines, the first of which has the headings. */
export function readRows([head, ...lines]: readonly CsvLine[]): SpreadsheetRows {
  const headings = (head?.cells ?? []).map(normalized).map((name) => HEADINGS[name] ?? name);
  const line = head?.line ?? 1;
  const ofFile = (mensagem: string, coluna: string | null = null): SpreadsheetRows => ({
    rows: [],
    problems: [{ linha: line, coluna, mensagem }],
    ignored: [],
  });
  const repeated = headings.find((name, at) => Object.hasOwn(COLUMNS, name) && headings.indexOf(name) !== at);
  if (repeated !== undefined) return ofFile('Esta coluna está duas vezes no arquivo.', repeated);
  if (!headings.includes('id') && !(headings.includes('categoria') && headings.includes('titulo'))) {
    return ofFile('A primeira linha tem os nomes das colunas. Precisa de categoria e titulo, ou de id.');
  }
  if (lines.length === 0) return ofFile('O arquivo só tem os nomes das colunas.');
  if (lines.length > MOST_ROWS) return ofFile(`O arquivo tem ${lines.length} linhas. Divida-o: cada um leva até ${MOST_ROWS}.`);
  const problems: RowProblem[] = [];
  const rows = lines.map(({ line: linha, cells }): SpreadsheetRow => {
    const row: Record<string, string | number | null> = {};
    if (cells.length > headings.length && cells.slice(headings.length).some((cell) => cell !== '')) {
      problems.push({ linha, coluna: null, mensagem: 'Há mais valores do que colunas. Um texto com o separador precisa de aspas.' });
    }
    headings.forEach((heading, at) => {
      if (!Object.hasOwn(COLUMNS, heading)) return;
      const [name, kind] = COLUMNS[heading] ?? ['', 'text'];
      const read = valueOf(cells[at] ?? '', kind);
      if (read.kind === 'unreadable') problems.push({ linha, coluna: heading, mensagem: read.reason });
      else if (kind !== 'file') row[name] = read.value;
      else if (read.value !== null) Object.assign(row, fileOf(String(read.value)));
    });
    return { ...row, linha };
  });
  const ignored = (head?.cells ?? []).filter((cell, at) => cell !== '' && !Object.hasOwn(COLUMNS, headings[at] ?? ''));
  return { rows, problems, ignored };
}

/** Returns what was found in the file and in the site, by line. A value that cannot be read is not said to be missing as well. */
export function allProblems(ofFile: readonly RowProblem[], ofSite: readonly RowProblem[]): readonly RowProblem[] {
  const told = new Set(ofFile.map(({ linha, coluna }) => `${linha} ${coluna}`));
  return [...ofFile, ...ofSite.filter(({ linha, coluna }) => !told.has(`${linha} ${coluna}`))].sort((a, b) => a.linha - b.linha);
}

function normalized(heading: string): string {
  return heading
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}

type ReadValue =
  | { readonly kind: 'value'; readonly value: string | number | null }
  | { readonly kind: 'unreadable'; readonly reason: string };

function valueOf(cell: string, kind: Kind): ReadValue {
  if (cell === '') return { kind: 'value', value: null };
  const value = readerOf[kind](cell);
  return value === null ? { kind: 'unreadable', reason: `“${cell}” ${WANTED[kind]}` } : { kind: 'value', value };
}

const readerOf: Readonly<Record<Kind, (cell: string) => string | number | null>> = {
  text: (cell) => cell.normalize('NFC'),
  file: (cell) => (/^(https?:\/\/|\/)\S+$/.test(cell) ? cell : null),
  integer: (cell) => (/^\d{1,15}$/.test(cell) ? Number(cell) : null),
  year: (cell) => (/^\d{4}$/.test(cell) && isYear(Number(cell)) ? Number(cell) : null),
  date: dateOf,
  money: moneyOf,
};

const WANTED: Readonly<Record<Kind, string>> = {
  text: 'não serve.',
  file: 'não é um endereço: comece por https://.',
  integer: 'não é o número de um documento.',
  year: `não é um ano de ${FIRST_YEAR} a ${LAST_YEAR}.`,
  date: 'não é uma data: escreva como 31/12/2026 ou 2026-12-31.',
  money: 'não é um valor em reais: escreva como 1234,56.',
};

/** Spreadsheets in Brazil write the day first, whatever the file had. */
function dateOf(cell: string): string | null {
  const iso = /^([1-9]\d{3})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(cell);
  const written = /^(\d{1,2})\/(\d{1,2})\/([1-9]\d{3})(?: .*)?$/.exec(cell);
  const [year = '', month = '', day = ''] = iso === null ? (written ?? []).slice(1).reverse() : iso.slice(1);
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // A day that no month has comes back as another one.
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date;
}

/** "R$ 1.234,56", "1234,56" and "1234.56"; a point before three digits divides thousands. */
function moneyOf(cell: string): string | null {
  const bare = cell.replace(/^R\$\s*/, '').replaceAll(/\s/g, '');
  const number =
    /^-?(\d{1,3}(\.\d{3})+|\d+),\d{1,2}$/.test(bare) || /^-?\d{1,3}(\.\d{3})+$/.test(bare)
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare;
  return /^-?\d{1,13}(\.\d{1,2})?$/.test(number) ? number : null;
}

/** The id of a file that the site has, or the address of one that another has. */
function fileOf(address: string): Readonly<Record<string, string>> {
  const [, id] = /\/nhostprovider\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(address) ?? [];
  return id === undefined ? { url_externa: address } : { arquivo: id.toLowerCase() };
}
