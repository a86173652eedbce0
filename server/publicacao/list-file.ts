/**
 * A list as a file: all rows that its filters leave, in its order, whatever page of it is shown. Rows are asked for in batches, so a list of any
 * length needs the memory of one batch.
 */
import { AppError } from '../../shared/errors/app-error.ts';
import { atomFeed } from '../../shared/open-data/atom.ts';
import { csvHead, datasetLines } from '../../shared/open-data/csv.ts';
import { cellOf, type Dataset, type FeedEntry, lastChange } from '../../shared/open-data/dataset.ts';
import { LICENCE } from '../../shared/open-data/datasets.ts';
import { CALENDAR_END, CALENDAR_WITHOUT_EVENTS, calendarEvents, calendarStart } from '../../shared/open-data/icalendar.ts';
import { MOST_ADDRESSES, SITEMAP_END, SITEMAP_START, sitemapEntries } from '../../shared/open-data/sitemap.ts';
import { MAX_COUNTED } from '../../shared/routes/list-filter.ts';
import type { OperationCall, RouteInput } from '../../shared/routes/types.ts';
import type { FileRequest, PageFile } from './page-file.ts';
import { BATCH } from './public-data.ts';

/** Entries of a feed: readers ask again and again, and what is older they have. */
const FEED_ENTRIES = 50;

/** `limit` rows of a list: those behind `offset` others, of which `after` is the last. */
interface Window<Row> {
  readonly limit: number;
  readonly offset: number;
  readonly after: Row | undefined;
  /** The order; that of the page where it is not given. */
  readonly order?: 'recentes';
}

export interface ListFileOptions<Row> {
  readonly dataset: Dataset<Row>;
  readonly call: (input: RouteInput, window: Window<Row>) => OperationCall;
  /** The rows of an answer; null in the place of one that went away meanwhile. */
  readonly rows: (data: Readonly<Record<string, unknown>>) => readonly (Row | null)[];
  /** What the rows are, where the title of the set says too little of them. */
  readonly title?: (request: FileRequest) => string | undefined;
  /** The call answers the whole list at once, whatever window is asked for. */
  readonly isWhole?: boolean;
  /** The file is of one row, and there is none without it. */
  readonly isOne?: boolean;
  /** Path of the page about the rows where the address without its format is none. */
  readonly page?: string;
  /** The lists that make up the file, in order; the one of the page where it is absent. */
  readonly lists?: (request: FileRequest) => readonly RouteInput[];
  /** What the list has besides its rows. It stands in JSON and in feeds. */
  readonly beside?: (request: FileRequest) => Promise<BesideRows>;
}

export interface BesideRows {
  /** Its property in JSON. */
  readonly key: string;
  readonly records: readonly object[];
  readonly entries: readonly FeedEntry[];
}

/** Makes rows of another set that belong to a list. */
export function besideRows<Row>(dataset: Dataset<Row>, rows: readonly Row[], { publisher }: FileRequest): BesideRows {
  const { key, entry } = dataset;
  return { key, records: rows.map((row) => recordOf(dataset, row, publisher.site)), entries: entry === undefined ? [] : rows.map(entry) };
}

function recordOf<Row>({ columns }: Dataset<Row>, row: Row, site: string): object {
  return Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row, site)]));
}

export function listFile<Row>(options: ListFileOptions<Row>): PageFile {
  const { dataset } = options;
  return {
    name: ({ params, search }) =>
      [dataset.key, params['category'], params['id'], ...(search['orgao'] ?? []), ...(search['categoria'] ?? []), ...(search['ano'] ?? [])]
        .filter(Boolean)
        .join('-'),
    page: options.page,
    isOne: options.isOne,
    write: (request) => {
      switch (request.format) {
        case 'csv':
          return csvFile(options, request);
        case 'json':
          return jsonFile(options, request);
        case 'atom':
          return feedFile(options, request);
        case 'ics':
          return calendarFile(options, request);
        case 'zip':
          // The package router answers it.
          return nothing();
        case 'sitemap.xml':
          return sitemapFile(options, request);
      }
    },
  };
}

/**
 * The rows of the file, at most a hundred at a time; no batch is empty. A list that is held to words ends with the newest that have them
 * (`MAX_COUNTED`), and the request is told.
 * @throws AppError RESOURCE_NOT_FOUND for the file of one row that is not there
 */
export async function* listRows<Row>(
  { call, rows, lists, isWhole = false, isOne = false }: ListFileOptions<Row>,
  request: FileRequest,
): AsyncGenerator<readonly Row[]> {
  for (const input of lists?.(request) ?? [request.input]) {
    let after: Row | undefined;
    for (let offset = 0; ; offset += BATCH) {
      const answered = rows(await request.ask(call(input, { limit: BATCH, offset, after })));
      if (input.search['q'] !== undefined && offset + answered.length > MAX_COUNTED) request.onCut?.();
      const batch = present(answered);
      if (isOne && batch.length === 0) throw new AppError('RESOURCE_NOT_FOUND');
      if (batch.length > 0) yield batch;
      if (isWhole || answered.length < BATCH) break;
      after = batch.at(-1);
    }
  }
}

function present<Row>(rows: readonly (Row | null)[]): readonly Row[] {
  return rows.filter((row) => row !== null);
}

async function* csvFile<Row>(options: ListFileOptions<Row>, request: FileRequest): AsyncGenerator<string> {
  let head = csvHead(options.dataset.columns.map(({ name }) => name));
  for await (const rows of listRows(options, request)) {
    yield head + datasetLines(options.dataset, rows, request.publisher.site);
    head = '';
  }
  yield head;
}

function titleOf<Row>({ dataset, title }: ListFileOptions<Row>, request: FileRequest): string {
  return title?.(request) ?? dataset.title;
}

async function* jsonFile<Row>(options: ListFileOptions<Row>, request: FileRequest): AsyncGenerator<string> {
  const { page, publisher, state } = request;
  const beside = await options.beside?.(request);
  const about = {
    conjunto: options.dataset.key,
    titulo: titleOf(options, request),
    publicador: publisher.name,
    demonstracao: state.demonstracao,
    pagina: publisher.site + page,
    licenca: LICENCE.address,
    ...(beside !== undefined && { [beside.key]: beside.records }),
  };
  const record = (row: Row): string => JSON.stringify(recordOf(options.dataset, row, publisher.site));
  let isWhole = true;
  const onCut = (): void => {
    isWhole = false;
    request.onCut?.();
  };
  let separator = `${JSON.stringify(about).slice(0, -1)},"registros":[\n`;
  for await (const rows of listRows(options, { ...request, onCut })) {
    yield separator + rows.map(record).join(',\n');
    separator = ',\n';
  }
  // What is known at the end stands there.
  yield `${separator === ',\n' ? '\n' : separator}],"completo":${isWhole}}\n`;
}

/** The newest rows, whatever the order of the list. */
async function* feedFile<Row>(options: ListFileOptions<Row>, request: FileRequest): AsyncGenerator<string> {
  const { input, page, self, publisher, ask } = request;
  const { entry } = options.dataset;
  const rows = present(
    options.rows(await ask(options.call(input, { limit: FEED_ENTRIES, offset: 0, after: undefined, order: 'recentes' }))),
  );
  const beside = (await options.beside?.(request))?.entries ?? [];
  const entries = [...(entry === undefined ? [] : rows.map(entry)), ...beside];
  yield atomFeed({
    site: publisher.site,
    title: `${titleOf(options, request)} | ${publisher.name}`,
    author: publisher.name,
    page,
    self,
    entries: beside.length === 0 ? entries : entries.toSorted((one, other) => (other.published ?? '').localeCompare(one.published ?? '')),
  });
}

async function* nothing(): AsyncGenerator<string> {}

async function* calendarFile<Row>(options: ListFileOptions<Row>, request: FileRequest): AsyncGenerator<string> {
  const { event } = options.dataset;
  const { site, name } = request.publisher;
  let start = calendarStart({ site, name: `${titleOf(options, request)} | ${name}` });
  for await (const rows of listRows(options, request)) {
    yield start + (event === undefined ? '' : calendarEvents(rows.map(event), site));
    start = '';
  }
  yield (start === '' ? '' : start + CALENDAR_WITHOUT_EVENTS) + CALENDAR_END;
}

/** The page of the list itself and those of its rows: a sitemap without an address is none. */
async function* sitemapFile<Row>(options: ListFileOptions<Row>, request: FileRequest): AsyncGenerator<string> {
  const { entry } = options.dataset;
  let start = SITEMAP_START + sitemapEntries([{ path: request.page, updated: null }], request.publisher.site);
  let written = 1;
  for await (const rows of listRows(options, request)) {
    if (entry === undefined || written + rows.length > MOST_ADDRESSES) break;
    const listed = rows.map(entry).filter(({ indexable }) => indexable !== false);
    const addresses = listed.map(({ path, published, updated }) => ({ path, updated: lastChange(published, updated) }));
    yield start + sitemapEntries(addresses, request.publisher.site);
    start = '';
    written += rows.length;
  }
  yield start + SITEMAP_END;
}
