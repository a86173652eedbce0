/**
 * A list as a file for spreadsheets: the rows that its filters leave, in its order. Rows are read page by page, and a page that was read is a part of
 * the file, so that no list is in memory as rows. Cells are those of every other file of the site: none is a formula.
 */
import type { DataProvider, RaRecord, SortPayload } from 'react-admin';
import { formatNumber } from '../../../shared/locale/numbers.ts';
import { csvCell, csvHead } from '../../../shared/open-data/csv.ts';
import type { Cell } from '../../../shared/open-data/dataset.ts';
import { wallTime } from '../../../shared/time/wall-time.ts';
import { typeInWords } from '../editing/files/file-facts.ts';
import type { ContentType, Field } from '../resources/content-type.ts';
import { contentTypeOf } from '../resources/content-types.ts';
import { publicationLabel, publicationState } from '../resources/publication-state.ts';

/** Rows of one request. */
const PAGE = 500;

/** As many as the file of cases has. Each page is passed over again by those behind it, and a longer list says so in its last line. */
const MOST_ROWS = 20_000;

/** Texts with formatting, and what is no value of one cell. */
const LEFT_OUT: ReadonlySet<Field['kind']> = new Set(['html', 'focus', 'companion', 'objects', 'names', 'rows']);

export interface ListOfFile {
  readonly sort: SortPayload;
  readonly filter: Readonly<Record<string, unknown>>;
}

export interface ListFileOptions {
  readonly provider: Pick<DataProvider, 'getList' | 'getMany'>;
  /** Columns that the person may read, by table. */
  readonly readable: (table: string) => ReadonlySet<string>;
  readonly timeZone: string;
  readonly now: number;
  /** Where the pages of the public are. */
  readonly site: string;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
  readonly mostRows?: number;
}

export interface ListFile {
  readonly file: Blob;
  readonly rows: number;
  /** Whether the list goes on after the last row of the file. */
  readonly isCut: boolean;
}

interface Column {
  readonly heading: string;
  readonly cell: (row: RaRecord) => Cell;
}

/** Makes the file. @throws what the provider throws, and the reason of the signal */
export async function listFile(type: ContentType, { sort, filter }: ListOfFile, options: ListFileOptions): Promise<ListFile> {
  const { provider, readable, signal, onProgress, mostRows = MOST_ROWS } = options;
  const fields = type.fields.filter(({ kind, name }) => !LEFT_OUT.has(kind) && readable(type.table).has(name));
  const names = new RowNames(provider, readable, signal);
  const columns = columnsOf(type, fields, names, options);
  const parts: Blob[] = [new Blob([csvHead(columns.map(({ heading }) => csvCell(heading)))])];
  let rows = 0;
  for (let page = 1; ; page += 1) {
    const pagination = { page, perPage: Math.min(PAGE, mostRows) };
    const { data, total, pageInfo } = await provider.getList(type.table, { pagination, sort, filter, signal });
    signal.throwIfAborted();
    await names.read(fields, data);
    parts.push(new Blob([data.map((row) => `${columns.map(({ cell }) => csvCell(cell(row))).join(';')}\r\n`).join('')]));
    rows += data.length;
    onProgress(rows);
    if (pageInfo?.hasNextPage === true && data.length > 0 && rows < mostRows) continue;
    const isCut = pageInfo?.hasNextPage === true || (total !== undefined && total > rows);
    if (isCut) parts.push(new Blob([`A lista continua: o arquivo tem os ${formatNumber(rows)} primeiros registros do filtro.\r\n`]));
    return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows, isCut };
  }
}

function columnsOf(
  type: ContentType,
  fields: readonly Field[],
  names: RowNames,
  { timeZone, now, site }: ListFileOptions,
): readonly Column[] {
  const { publication, publicPath } = type;
  const isField = fields.some(({ name }) => name === type.key);
  return [
    ...(isField ? [] : [{ heading: 'Identificação', cell: ({ id }: RaRecord) => id }]),
    ...fields.map((field) => ({
      heading: field.kind === 'bytes' ? `${field.label} (bytes)` : field.label,
      cell: (row: RaRecord) => cellOf(field, row[field.name], names, timeZone),
    })),
    ...(publication === undefined
      ? []
      : [
          { heading: 'Situação no site', cell: (row: RaRecord) => publicationLabel(publicationState(publication, row, { now, timeZone })) },
        ]),
    ...(publicPath === undefined
      ? []
      : [
          {
            heading: 'Endereço no site',
            cell: (row: RaRecord) => {
              const path = publicPath(row);
              return path === null ? null : `${site}${path}`;
            },
          },
        ]),
  ];
}

function cellOf(field: Field, value: unknown, names: RowNames, timeZone: string): Cell {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'boolean':
      return value === true ? 'sim' : 'não';
    case 'date-time':
      // A spreadsheet has no zones: it shows the clock of the institution.
      return typeof value === 'string' ? wallTime(Date.parse(value), timeZone).replace('T', ' ') : null;
    case 'choice':
      return field.choices.find(({ id }) => id === value)?.name ?? plain(value);
    case 'vocabulary':
      return names.of(field.table, value);
    case 'reference':
      return names.of(field.to, value);
    case 'file':
    case 'image':
      return names.of('arquivo', value);
    case 'media-type':
      return typeInWords(value);
    default:
      if (Array.isArray(value)) return value.join(', ');
      return typeof value === 'number' ? value : plain(value);
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The titles of the rows that the rows of a list refer to, each read once. */
class RowNames {
  readonly #names = new Map<string, string>();
  readonly #provider: Pick<DataProvider, 'getMany'>;
  readonly #readable: ListFileOptions['readable'];
  readonly #signal: AbortSignal;

  constructor(provider: Pick<DataProvider, 'getMany'>, readable: ListFileOptions['readable'], signal: AbortSignal) {
    this.#provider = provider;
    this.#readable = readable;
    this.#signal = signal;
  }

  async read(fields: readonly Field[], rows: readonly RaRecord[]): Promise<void> {
    for (const field of fields) {
      const table = tableOf(field);
      if (table === null) continue;
      const ids = new Set(rows.map((row) => row[field.name] as unknown).filter((id) => typeof id === 'string' || typeof id === 'number'));
      const unread = [...ids].filter((id) => !this.#names.has(`${table} ${id}`));
      const { title } = contentTypeOf(table);
      if (unread.length === 0 || !this.#readable(table).has(title)) continue;
      const { data } = await this.#provider.getMany(table, { ids: unread, signal: this.#signal });
      for (const row of data) this.#names.set(`${table} ${row.id}`, plain(row[title]));
    }
  }

  /** Returns the title of a row, or its key where it was not to be read. */
  of(table: string, id: unknown): string {
    return this.#names.get(`${table} ${plain(id)}`) ?? plain(id);
  }
}

function tableOf(field: Field): string | null {
  switch (field.kind) {
    case 'vocabulary':
      return field.table;
    case 'reference':
      return field.to;
    case 'file':
    case 'image':
      return 'arquivo';
    default:
      return null;
  }
}
