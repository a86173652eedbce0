/**
 * A list as a file: all rows that its filters leave, in its order, whatever page of it is shown. Rows are asked for in batches, so a list of any
 * length needs the memory of one batch.
 */
import { atomFeed } from '../../shared/open-data/atom.ts';
import { csvHead, datasetLines } from '../../shared/open-data/csv.ts';
import { cellOf, type Dataset } from '../../shared/open-data/dataset.ts';
import type { OperationCall, RouteInput } from '../../shared/routes/types.ts';
import type { Ask, FileRequest, PageFile } from './page-file.ts';

/** Rows of one request: the most that the public may ask for (`limit` of the permissions). */
const BATCH = 100;

/** Entries of a feed: readers ask again and again, and what is older they have. */
const FEED_ENTRIES = 50;

/** Rows `offset` to `offset + limit` of a list. */
interface Window {
  readonly limit: number;
  readonly offset: number;
  /** The order; that of the page where it is not given. */
  readonly order?: 'recentes';
}

export interface ListFileOptions<Row> {
  readonly dataset: Dataset<Row>;
  readonly call: (input: RouteInput, window: Window) => OperationCall;
  readonly rows: (data: Readonly<Record<string, unknown>>) => readonly Row[];
  readonly name?: (input: RouteInput) => string;
}

/** Makes the file of a list. */
export function listFile<Row>(options: ListFileOptions<Row>): PageFile {
  const { dataset } = options;
  return {
    name: ({ params, search }) => [dataset.key, params['category'], ...(search['ano'] ?? [])].filter(Boolean).join('-'),
    write: (request) => {
      switch (request.format) {
        case 'csv':
          return csvFile(options, request);
        case 'json':
          return jsonFile(options, request);
        case 'atom':
          return feedFile(options, request);
      }
    },
  };
}

async function* batches<Row>({ call, rows }: ListFileOptions<Row>, input: RouteInput, ask: Ask): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += BATCH) {
    const batch = rows(await ask(call(input, { limit: BATCH, offset })));
    // The first batch is there also where it is empty: the file then says so by its head alone.
    if (batch.length > 0 || offset === 0) yield batch;
    if (batch.length < BATCH) return;
  }
}

async function* csvFile<Row>(options: ListFileOptions<Row>, { input, publisher, ask }: FileRequest): AsyncGenerator<string> {
  let head = csvHead(options.dataset.columns.map(({ name }) => name));
  for await (const rows of batches(options, input, ask)) {
    yield head + datasetLines(options.dataset, rows, publisher.site);
    head = '';
  }
}

async function* jsonFile<Row>(options: ListFileOptions<Row>, { input, page, publisher, ask }: FileRequest): AsyncGenerator<string> {
  const { key, title, columns } = options.dataset;
  const about = { conjunto: key, titulo: title, publicador: publisher.name, pagina: publisher.site + page };
  const record = (row: Row): string =>
    JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row, publisher.site)])));
  let separator = `${JSON.stringify(about).slice(0, -1)},"registros":[\n`;
  for await (const rows of batches(options, input, ask)) {
    if (rows.length === 0) continue;
    yield separator + rows.map(record).join(',\n');
    separator = ',\n';
  }
  yield separator === ',\n' ? '\n]}\n' : `${separator}]}\n`;
}

/** The newest rows, whatever the order of the list. */
async function* feedFile<Row>(options: ListFileOptions<Row>, { input, page, self, publisher, ask }: FileRequest): AsyncGenerator<string> {
  const { title, entry } = options.dataset;
  const rows = options.rows(await ask(options.call(input, { limit: FEED_ENTRIES, offset: 0, order: 'recentes' })));
  yield atomFeed({
    site: publisher.site,
    title: `${title} | ${publisher.name}`,
    author: publisher.name,
    page,
    self,
    entries: entry === undefined ? [] : rows.map(entry),
  });
}
