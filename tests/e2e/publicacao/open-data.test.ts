/** The open data of the site with its demonstration, read as programs read it: every file holds what its description says. */
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, inject, test } from 'vitest';
import { DATASETS, datasetAddress, PACKAGE_ADDRESS, schemaAddress } from '../../../shared/open-data/datasets.ts';

const site = inject('siteUrl');

async function read(path: string): Promise<{ readonly type: string; readonly text: string; readonly headers: Headers }> {
  const answer = await fetch(new URL(path, site));
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  return {
    type: answer.headers.get('content-type') ?? '',
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()),
    headers: answer.headers,
  };
}

interface Package {
  readonly resources: readonly {
    readonly name: string;
    readonly path: string;
    readonly schema: { readonly fields: readonly { readonly name: string }[] };
  }[];
}

describe('open data', () => {
  test.each(DATASETS)('$key is what its schema says, in JSON and as a table', async (dataset) => {
    const json = await read(datasetAddress(dataset, 'json'));
    const schema = JSON.parse((await read(schemaAddress(dataset))).text) as object;
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const data = JSON.parse(json.text) as { readonly registros: readonly object[] };
    validate(data);
    expect(validate.errors).toBeNull();
    expect(data.registros.length).toBeGreaterThan(2);
    expect(json.headers.get('access-control-allow-origin')).toBe('*');
    expect(json.headers.get('last-modified')).not.toBeNull();
    const { resources } = JSON.parse((await read(PACKAGE_ADDRESS)).text) as Package;
    const fields = resources.find(({ name }) => name === dataset.key)?.schema.fields.map(({ name }) => name) ?? [];
    const csv = await read(datasetAddress(dataset, 'csv'));
    expect(csv.text.startsWith(`\uFEFF${fields.join(';')}\r\n`)).toBe(true);
    // Quoted cells hold line ends of their own, so there are as many lines as records or more.
    expect(csv.text.split('\r\n').length).toBeGreaterThanOrEqual(data.registros.length + 2);
  });

  test('of a filtered list is the same at its stable address, and in a feed', async () => {
    const [stable, list] = await Promise.all([read('/dados/noticias.csv?ano=2025'), read('/informacoes/noticias.csv?ano=2025&pagina=2')]);
    expect(stable.text).toBe(list.text);
    expect(stable.text.split('\r\n').length).toBeGreaterThan(3);
    const feed = await read('/dados/noticias.atom?ano=2025');
    expect([feed.type, XMLValidator.validate(feed.text)]).toEqual(['application/atom+xml; charset=utf-8', true]);
    expect((await fetch(new URL('/dados/documentos/nenhuma.csv', site))).status).toBe(404);
  });

  test('tells search engines every page once, and none that they should leave alone', async () => {
    const parser = new XMLParser();
    const { sitemapindex } = parser.parse((await read('/sitemap.xml')).text) as {
      sitemapindex: { sitemap: readonly { readonly loc: string }[] };
    };
    const files = await Promise.all(sitemapindex.sitemap.map(({ loc }) => read(new URL(loc).pathname)));
    const pages = files.flatMap(({ text }) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc));
    expect(files.map(({ text }) => XMLValidator.validate(text))).toEqual(files.map(() => true));
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(1_000);
    const robots = (await read('/robots.txt')).text;
    const closed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path);
    expect(pages.filter((page) => closed.some((path) => new URL(page).pathname.startsWith(path)))).toEqual([]);
    const sample = pages.filter((_, index) => index % 150 === 0);
    expect(await Promise.all(sample.map(async (page) => (await fetch(new URL(new URL(page).pathname, site))).status))).toEqual(
      sample.map(() => 200),
    );
  });
});
