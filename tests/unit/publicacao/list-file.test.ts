import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { besideRows, listFile } from '../../../server/publicacao/list-file.ts';
import type { FileRequest } from '../../../server/publicacao/page-file.ts';
import { csvCell, datasetLines } from '../../../shared/open-data/csv.ts';
import { type Dataset, lastChange } from '../../../shared/open-data/dataset.ts';
import { dataPackage } from '../../../shared/open-data/datasets.ts';
import { operation } from '../../../shared/routes/types.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';

interface Row {
  readonly id: number;
  readonly titulo: string;
  readonly publicadoEm?: string;
}

const DATASET: Dataset<Row> = {
  key: 'coisas',
  title: 'Coisas & tal',
  description: 'Coisas.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número.', example: '1', value: ({ id }) => id },
    { name: 'titulo', type: 'texto', meaning: 'Título.', example: 'Um', value: ({ titulo }) => titulo },
    { name: 'pagina', type: 'endereco', meaning: 'Página.', example: 'https://…', value: ({ id }, site) => `${site}/${id}` },
  ],
  entry: ({ id, titulo, publicadoEm = '2026-02-03' }) => ({
    path: `/coisa/${id}`,
    title: titulo,
    summary: null,
    published: publicadoEm,
    updated: `2026-02-03T10:00:0${id % 10}-03:00`,
    file: { path: `/arquivo/${id}`, type: 'application/pdf', bytes: 12 },
  }),
};

/** The parts of the file of these rows, the windows that were asked for, and behind which rows. */
async function written(rows: readonly Row[], format: FileRequest['format'], beside: readonly Row[] = []) {
  const windows: unknown[] = [];
  const behind: (number | undefined)[] = [];
  const file = listFile<Row>({
    dataset: DATASET,
    call: (_input, { limit, offset, after, order = 'titulo' }) => {
      behind.push(after?.id);
      return operation('Noticias', { ordem: order, limit, offset });
    },
    rows: (data) => data['rows'] as readonly Row[],
    ...(beside.length === 0 ? {} : { beside: (request) => Promise.resolve(besideRows({ ...DATASET, key: 'outras' }, beside, request)) }),
  });
  const parts: string[] = [];
  const request: FileRequest = {
    input: { path: '/coisas', params: {}, search: { ano: ['2024', '2025'] } },
    format,
    page: '/coisas?ano=2024&ano=2025',
    self: `/coisas.${format}?ano=2024&ano=2025`,
    state: EMPTY_SITE_STATE,
    publisher: { site: 'https://site.test', name: 'Instituto <A>' },
    ask: ({ variables }) => {
      const { limit, offset, ordem } = variables as { limit: number; offset: number; ordem: string };
      windows.push([offset, limit, ordem]);
      return Promise.resolve({ rows: rows.slice(offset, offset + limit) });
    },
  };
  for await (const part of file.write(request)) parts.push(part);
  return { parts, text: parts.join(''), windows, behind, name: file.name(request.input) };
}

const ROWS = Array.from({ length: 250 }, (_, index): Row => ({ id: index + 1, titulo: `Título ${index + 1}` }));

describe('a list as a file', () => {
  test('has what stands beside it as a property of its JSON and among the entries of its feed', async () => {
    const beside = [{ id: 900, titulo: 'Ao lado' }];
    expect(JSON.parse((await written(ROWS.slice(0, 2), 'json', beside)).text)).toMatchObject({
      conjunto: 'coisas',
      licenca: 'https://creativecommons.org/licenses/by/4.0/deed.pt-br',
      outras: [{ id: 900, titulo: 'Ao lado' }],
      registros: [{ id: 1 }, { id: 2 }],
    });
    const { feed } = new XMLParser().parse((await written(ROWS.slice(0, 1), 'atom', beside)).text) as {
      feed: { entry: { title: string }[] };
    };
    expect(feed.entry.map(({ title }) => title)).toEqual(['Título 1', 'Ao lado']);
    expect((await written(ROWS.slice(0, 1), 'csv', beside)).text).not.toContain('Ao lado');
  });

  test('has decimals with a comma in CSV, below zero too, and says so in the data package', () => {
    const value = (titulo: string): string =>
      datasetLines(
        { ...DATASET, columns: [{ name: 'v', type: 'decimal', meaning: 'V.', example: '1.5', value: ({ titulo: v }) => v }] },
        [{ id: 1, titulo }],
        '',
      );
    expect(['12119.04', '-48.8711', '7', '=1'].map(value)).toEqual(['12119,04\r\n', '-48,8711\r\n', '7\r\n', "'=1\r\n"]);
    expect(csvCell(-2.5)).toBe('-2,5');
    const { resources } = dataPackage('https://site.test', 'Instituto') as {
      resources: { schema?: { fields: Record<string, unknown>[] } }[];
    };
    const decimals = resources.flatMap(({ schema }) => schema?.fields ?? []).filter(({ type }) => type === 'number');
    expect(decimals.length).toBeGreaterThan(3);
    expect(decimals.every(({ decimalChar, example }) => decimalChar === ',' && /^-?\d+,\d+$/.test(String(example)))).toBe(true);
  });

  test('of a calendar without events has one component, which RFC 5545 section 3.6 asks for, and none beside events', async () => {
    const { text } = await written([], 'ics');
    expect(text.match(/^(?:BEGIN|END):V.*/gm)).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VTIMEZONE', 'END:VTIMEZONE', 'END:VCALENDAR']);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect((await written(ROWS, 'ics')).text).not.toContain('VTIMEZONE');
  });

  test('has its first column as the key of its rows in the data package, and that of a report has none', () => {
    const { resources } = dataPackage('https://site.test', 'Instituto') as {
      resources: { name: string; schema?: { primaryKey?: string } }[];
    };
    const keys = new Map(resources.map(({ name, schema }) => [name, schema?.primaryKey]));
    expect(['documentos', 'situacao', 'estatisticas-sic'].map((name) => keys.get(name))).toEqual(['id', 'categoria', undefined]);
  });

  test('has all rows in the order of the list, asked for in batches', async () => {
    const { parts, text, windows, behind, name } = await written(ROWS, 'csv');
    expect(behind).toEqual([undefined, 100, 200]);
    expect(windows).toEqual([
      [0, 100, 'titulo'],
      [100, 100, 'titulo'],
      [200, 100, 'titulo'],
    ]);
    expect(parts.filter(Boolean)).toHaveLength(3);
    expect(text.split('\r\n')).toHaveLength(252);
    expect(text.startsWith('\uFEFFid;titulo;pagina\r\n1;Título 1;https://site.test/1\r\n')).toBe(true);
    expect(name).toBe('coisas-2024-2025');
  });

  test.each([0, 1, 100, 250])('a list of %i rows is JSON with as many records', async (count) => {
    const { text } = await written(ROWS.slice(0, count), 'json');
    const file = JSON.parse(text) as { conjunto: string; pagina: string; registros: readonly Row[] };
    expect([file.conjunto, file.pagina]).toEqual(['coisas', 'https://site.test/coisas?ano=2024&ano=2025']);
    expect(file.registros.map(({ id }) => id)).toEqual(ROWS.slice(0, count).map(({ id }) => id));
  });

  test('writes no formula and no CPF', async () => {
    const rows = [
      { id: 1, titulo: '=SOMA(A1;A2)' },
      { id: 2, titulo: 'Pensão de 529.982.247-25' },
    ];
    const { text } = await written(rows, 'csv');
    expect(text).toContain(`1;"'=SOMA(A1;A2)";`);
    expect(text).toContain('2;Pensão de ***.982.247-**;');
    expect((await written(rows, 'json')).text).not.toContain('529');
    expect((await written(rows, 'atom')).text).not.toContain('529');
  });

  test('is a feed of the newest fifty, whatever the order of the list', async () => {
    const { text, windows } = await written([{ id: 7, titulo: 'A & B\u0000 <c>' }, ...ROWS], 'atom');
    expect(windows).toEqual([[0, 50, 'recentes']]);
    expect(XMLValidator.validate(text)).toBe(true);
    const { feed } = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(text) as { feed: Record<string, unknown> };
    const entries = feed['entry'] as readonly Record<string, unknown>[];
    expect(entries).toHaveLength(50);
    // RFC 4287 section 4.1.1 and 4.1.2: what a feed and an entry must have.
    expect(feed).toMatchObject({ id: 'https://site.test/coisas.atom?ano=2024&ano=2025', updated: '2026-02-03T13:00:09.000Z' });
    expect(entries[0]).toMatchObject({
      id: 'https://site.test/coisa/7',
      title: 'A & B <c>',
      published: '2026-02-03T12:00:00Z',
      updated: '2026-02-03T13:00:07.000Z',
    });
  });

  test('dates a row by its publication in feed and sitemap, where that came after it was written', async () => {
    const rows: readonly Row[] = [{ id: 1, titulo: 'Agendada', publicadoEm: '2026-02-05T09:00:00-03:00' }];
    const { feed } = new XMLParser().parse((await written(rows, 'atom')).text) as { feed: { updated: string; entry: { updated: string } } };
    expect([feed.updated, feed.entry.updated]).toEqual(['2026-02-05T12:00:00.000Z', '2026-02-05T12:00:00.000Z']);
    expect((await written(rows, 'sitemap.xml')).text).toContain('<lastmod>2026-02-05T09:00:00-03:00</lastmod>');
  });

  test('a list of no rows is a feed and a table all the same', async () => {
    expect(XMLValidator.validate((await written([], 'atom')).text)).toBe(true);
    expect((await written([], 'csv')).text).toBe('\uFEFFid;titulo;pagina\r\n');
  });
});

test.each([
  ['without a publication, the change', null, '2026-02-03T10:00:00+00:00', '2026-02-03T10:00:00+00:00'],
  [
    'of a row changed after its publication, the change',
    '2026-02-03T10:00:00-03:00',
    '2026-02-03T14:00:00+00:00',
    '2026-02-03T14:00:00+00:00',
  ],
  [
    'of a row written before it appeared, the publication',
    '2026-02-03T12:00:00-03:00',
    '2026-02-03T14:00:00+00:00',
    '2026-02-03T12:00:00-03:00',
  ],
  ['of a row written on the day of its publication, the change', '2026-02-03', '2026-02-03T10:00:00+00:00', '2026-02-03T10:00:00+00:00'],
  ['of a row written on a day before that of its publication, the day', '2026-02-04', '2026-02-03T23:00:00+00:00', '2026-02-04'],
])('the last change of a row is, %s', (_case, published, updated, expected) => {
  expect(lastChange(published, updated)).toBe(expected);
});
