/** What the site sends to programs, checked by the validators of each format on the site with its demonstration. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import ical from 'ical.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DATASETS, datasetAddress, PACKAGE_ADDRESS, REPORTS, schemaAddress } from '../../../shared/open-data/datasets.ts';
import { OTHER_SCHEMAS, otherSchemaAddress } from '../../../shared/open-data/other-schemas.ts';
import { SHAPES } from '../../support/open-data/linked-data.ts';
import { hasXmllint, type NamedXml, xmlFaults } from '../../support/open-data/xmllint.ts';
import { discoverAddresses } from '../addresses.ts';

const site = inject('siteUrl');

async function read(address: string): Promise<string> {
  const answer = await fetch(new URL(address, site));
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}`);
  return answer.text();
}

/** One after the other: a file of a long list is work, and the site answers 503 to too much of it at once. */
async function readAll(addresses: readonly string[]): Promise<readonly NamedXml[]> {
  const documents: NamedXml[] = [];
  for (const name of addresses) documents.push({ name, text: await read(name) });
  return documents;
}

let pages: readonly string[];
let lists: readonly string[];
let folder: string;

beforeAll(async () => {
  pages = (await discoverAddresses(site)).map((page) => page.path);
  lists = pages.filter((page) => /^\/lai\/documentos\/[^/]+$/.test(page));
  folder = await mkdtemp(path.join(tmpdir(), 'tabelas-'));
});
afterAll(() => rm(folder, { recursive: true }));

function validator(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  return ajv;
}

describe.skipIf(!hasXmllint())('XML (skipped where xmllint is missing)', () => {
  test('every feed is Atom by the schema of RFC 4287, of a filter and of an empty list too', async () => {
    expect(lists.length).toBeGreaterThan(40);
    const feeds = [
      ...lists.map((list) => `${list}.atom`),
      ...DATASETS.filter(({ formats }) => formats.includes('atom')).map((dataset) => datasetAddress(dataset, 'atom')),
      '/lai/documentos/portarias.atom?ano=2024&q=comiss%C3%A3o',
      '/informacoes/noticias.atom?q=nenhuma-palavra-assim',
    ];
    const sent = await readAll(feeds);
    expect(await xmlFaults(sent, 'atom.rng')).toEqual([]);
    // A reader shows feeds by their titles, so no two lists have the same.
    const titles = sent.slice(0, lists.length).map(({ text }) => /<title>(.*?)<\/title>/.exec(text)?.[1]);
    expect(new Set(titles).size).toBe(lists.length);
    const broken = sent.slice(0, 1).map(({ text }) => ({ name: 'broken', text: text.replace(/<updated>.*?<\/updated>/, '') }));
    expect(await xmlFaults(broken, 'atom.rng')).not.toEqual([]);
  });

  test('the sitemaps and their index are what sitemaps.org describes', async () => {
    const index = await read('/sitemap.xml');
    const parts = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
    expect(parts.length).toBeGreaterThan(40);
    expect(await xmlFaults([{ name: 'index', text: index }, ...(await readAll(parts))], 'sitemap.xsd')).toEqual([]);
    expect(await xmlFaults([{ name: 'broken', text: index.replaceAll('<loc>', '<loc>/') }], 'sitemap.xsd')).not.toEqual([]);
  });
});

interface TableOfPackage {
  readonly name: string;
  readonly tabular: boolean;
  readonly descriptor: object;
}

/** The library of the Frictionless project; it brings no types. */
interface DataPackages {
  readonly Package: {
    load(
      descriptor: object,
      options?: object,
    ): Promise<{ readonly valid: boolean; readonly errors: readonly Error[]; readonly resources: readonly TableOfPackage[] }>;
  };
  readonly Resource: { load(descriptor: object, options: object): Promise<{ read(options: object): Promise<readonly object[]> }> };
}

test('the data package is valid, and each of its tables has the columns, types and separators that it tells of', async () => {
  const { Package, Resource } = createRequire(import.meta.url)('datapackage') as DataPackages;
  const found = await Package.load(JSON.parse(await read(PACKAGE_ADDRESS)) as object);
  expect([found.valid, found.errors.map(String)]).toEqual([true, []]);
  const tables = found.resources.filter(({ tabular }) => tabular);
  expect(tables.map(({ name }) => name)).toEqual([...DATASETS, ...REPORTS].map(({ key }) => key.replace('/', '-')));
  for (const { name, descriptor } of tables) {
    const address = `/dados/${name.replace('estatisticas-', 'estatisticas/')}`;
    // `fetch` has taken the byte order mark away, which this reader takes for a letter.
    const text = await read(`${address}.csv`);
    await writeFile(path.join(folder, `${name}.csv`), text);
    const table = await Resource.load({ ...descriptor, path: `${name}.csv` }, { basePath: folder });
    const rows = await table.read({ keyed: true });
    const file = JSON.parse(await read(`${address}.json`)) as {
      readonly registros?: readonly object[];
      readonly linhas?: readonly object[];
    };
    expect([name, rows.length]).toEqual([name, (file.registros ?? file.linhas)?.length]);
    expect(rows.length).toBeGreaterThan(0);
  }
});

test('reports and searches as JSON are what their schemas say', async () => {
  const files = {
    estatisticas: ['/dados/estatisticas/sic.json', '/dados/estatisticas/ouvidoria.json'],
    busca: ['/busca.json?q=ata', '/busca.json'],
  };
  for (const schema of OTHER_SCHEMAS) {
    const validate = validator().compile(JSON.parse(await read(otherSchemaAddress(schema.key))) as object);
    for (const address of files[schema.key]) {
      validate(JSON.parse(await read(address)));
      expect.soft([address, validate.errors]).toEqual([address, null]);
    }
  }
});

test('a list has its declarations as JSON and as news, and they are a set of their own', async () => {
  const list = JSON.parse(await read('/lai/documentos/dcp.json')) as { readonly declaracoes: readonly { readonly id: number }[] };
  const set = JSON.parse(await read('/dados/declaracoes.json?categoria=dcp')) as { readonly registros: readonly object[] };
  expect(list.declaracoes.length).toBeGreaterThan(3);
  expect(set.registros).toEqual(list.declaracoes);
  expect(await read('/lai/documentos/dcp.atom')).toContain(`#declaracao-${list.declaracoes[0]?.id}</id>`);
  expect(await read('/lai/documentos/dcp')).toContain(`id="declaracao-${list.declaracoes[0]?.id}"`);
  const narrowed = JSON.parse(await read('/lai/documentos/dcp.json?ano=2023')) as {
    readonly declaracoes: readonly { readonly exercicio: number }[];
  };
  expect(narrowed.declaracoes.map(({ exercicio }) => exercicio)).toEqual([2023]);
});

test('every list as JSON is what its schema says', async () => {
  const validate = validator().compile(JSON.parse(await read(schemaAddress({ key: 'documentos' }))) as object);
  for (const list of lists) {
    validate(JSON.parse(await read(`${list}.json`)));
    expect.soft([list, validate.errors]).toEqual([list, null]);
  }
});

test('every calendar is read by a library for iCalendar, with an end that is not before its beginning', async () => {
  const calendars = [
    ...DATASETS.filter(({ formats }) => formats.includes('ics')).map((dataset) => datasetAddress(dataset, 'ics')),
    ...pages.filter((page) => /^\/institucional\/(?:con|com|dir)/.test(page)).map((page) => `${page}.ics`),
  ];
  expect(calendars.length).toBeGreaterThan(4);
  for (const address of calendars) {
    const calendar = new ical.Component(ical.parse(await read(address)) as ConstructorParameters<typeof ical.Component>[0]);
    expect([address, calendar.getFirstPropertyValue('version')]).toEqual([address, '2.0']);
    const events = calendar.getAllSubcomponents('vevent').map((found) => new ical.Event(found));
    expect(events.length).toBeGreaterThan(0);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    expect(events.filter(({ startDate, endDate }) => endDate.compare(startDate) < 0)).toEqual([]);
  }
});

test('the structured data of every page has what search engines ask of its types', async () => {
  const ajv = validator();
  const shapes = new Map(Object.entries(SHAPES).map(([type, schema]) => [type, ajv.compile(schema)]));
  const seen = new Set<string>();
  for (const page of pages) {
    const scripts = [...(await read(page)).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
    for (const [, text = ''] of scripts) {
      const { '@graph': nodes } = JSON.parse(text) as { readonly '@graph': readonly { readonly '@type': string }[] };
      for (const node of nodes) {
        const validate = shapes.get(node['@type']);
        seen.add(node['@type']);
        validate?.(node);
        expect.soft([page, node['@type'], validate?.errors]).toEqual([page, node['@type'], null]);
      }
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(SHAPES).sort());
});
