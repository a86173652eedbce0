/** The open data of the site with its demonstration, read as programs read it: every file holds what its description says. */
import { readFile } from 'node:fs/promises';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, inject, test } from 'vitest';
import { DATASETS, datasetAddress, PACKAGE_ADDRESS, schemaAddress } from '../../../shared/open-data/datasets.ts';
import { ROTA_DO_ORGAO } from '../../../shared/routes/familias/institucional.ts';
import { routePath } from '../../../shared/routes/url.ts';

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

interface Meetings {
  readonly registros: readonly { readonly orgao: string }[];
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
    expect(json.headers.get('etag')).not.toBeNull();
    const { resources } = JSON.parse((await read(PACKAGE_ADDRESS)).text) as Package;
    const fields = resources.find(({ name }) => name === dataset.key)?.schema.fields.map(({ name }) => name) ?? [];
    const csv = await read(datasetAddress(dataset, 'csv'));
    expect(csv.text.startsWith(`\uFEFF${fields.join(';')}\r\n`)).toBe(true);
    // Quoted cells hold line ends of their own, so there are as many lines as records or more.
    expect(csv.text.split('\r\n').length).toBeGreaterThanOrEqual(data.registros.length + 2);
  });

  test('the open data of a filtered list is the same at its stable address, and in a feed', async () => {
    const [stable, list] = await Promise.all([read('/dados/noticias.csv?ano=2025'), read('/informacoes/noticias.csv?ano=2025&pagina=2')]);
    expect(stable.text).toBe(list.text);
    expect(stable.text.split('\r\n').length).toBeGreaterThan(3);
    const feed = await read('/dados/noticias.atom?ano=2025');
    expect([feed.type, XMLValidator.validate(feed.text)]).toEqual(['application/atom+xml; charset=utf-8', true]);
    expect((await fetch(new URL('/dados/documentos/nenhuma.csv', site))).status).toBe(404);
  });

  test('every address with a filter that the page of the open data shows keeps some of the rows of its set', async () => {
    const page = await read(routePath('dadosAbertos'));
    const shown = [...page.text.matchAll(/<code>(\/dados\/[^<]*\?[^<]*)<\/code>/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    );
    expect(shown.join()).toContain('/dados/pagamentos.csv?ano=');
    expect(shown.join()).toContain('/dados/estatisticas/sic.csv?ano=');
    for (const address of shown) {
      const lines = async (file: string): Promise<number> => (await read(file)).text.split('\r\n').length;
      const [all, some] = [await lines(address.replace(/\?.*/, '')), await lines(address)];
      expect.soft([address, some > 2 && some < all]).toEqual([address, true]);
    }
  });

  const ORDERS = 'ordem (recentes, antigos, numero, titulo)';

  test.each([
    ['documentos', 'q, ano'],
    ['declaracoes', 'categoria, ano'],
    ['membros', `orgao (${Object.keys(ROTA_DO_ORGAO).join(', ')}), ano`],
    ['numeros', 'ano'],
    ['calendario', 'ano'],
    ['noticias', `q, ano, ${ORDERS}, mes`],
    ['comunicados', `q, ano, ${ORDERS}, mes, tipo (aviso, convocacao, prazo, suspensao, outro)`],
    ['situacao', 'situacao (em_dia, atrasada, nao_se_aplica)'],
  ])('the page of the open data names the filters of %s, and their values where they are few', async (key, names) => {
    const section = (await read(routePath('dadosAbertos'))).text.split(`id="${key}"`)[1]?.split('</section>')[0] ?? '';
    const filters = /Filtros que o endereço aceita: (.*?)\.<\/p>/.exec(section.replaceAll('<!-- -->', ''))?.[1];
    expect(filters?.replaceAll(/<\/?code>/g, '')).toBe(names);
  });

  test('the page of the open data names every body as the files are asked for it', async () => {
    const page = await read(routePath('dadosAbertos'));
    for (const chave of Object.keys(ROTA_DO_ORGAO)) {
      expect.soft(page.text).toContain(`<code>${chave}</code>`);
      const { registros } = JSON.parse((await read(`/dados/reunioes.json?orgao=${chave}`)).text) as Meetings;
      expect.soft([chave, new Set(registros.map(({ orgao }) => orgao)).size]).toEqual([chave, 1]);
    }
  });

  test('the page of the open data tells of what a file does not filter, and of the mark before a text that is no formula', async () => {
    const page = await read(routePath('dadosAbertos'));
    expect(page.text).toContain('não filtra nada');
    expect((await read('/dados/unidades.csv?ano=2025')).text).toBe((await read('/dados/unidades.csv')).text);
    expect((await read('/dados/pagamentos.csv?ano=25')).text).toBe((await read('/dados/pagamentos.csv')).text);
    expect(page.text).toContain('apóstrofo');
  });

  test('names in robots.txt the sitemap, and in security.txt an address that answers until a day of this year (RFC 9116)', async () => {
    const robots = await read('/robots.txt');
    const sitemap = /^Sitemap: (\S+)$/m.exec(robots.text)?.[1] ?? '';
    expect((await read(new URL(sitemap).pathname)).type).toContain('xml');
    const { type, text } = await read('/.well-known/security.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    const field = (name: string): string => new RegExp(`^${name}: (\\S+)$`, 'm').exec(text)?.[1] ?? '';
    const days = (Date.parse(field('Expires')) - Date.now()) / 86_400_000;
    expect([days > 1, days < 365]).toEqual([true, true]);
    expect((await read(new URL(field('Contact')).pathname)).type).toContain('text/html');
    expect(new URL(field('Canonical')).pathname).toBe('/.well-known/security.txt');
  });

  test('tells search engines every page once, and none that they should leave alone', async () => {
    const parser = new XMLParser();
    const { sitemapindex } = parser.parse((await read('/sitemap.xml')).text) as {
      sitemapindex: { sitemap: readonly { readonly loc: string; readonly lastmod?: string }[] };
    };
    // A crawler would not read a list again of which an old document was corrected or withdrawn since the day of its newest one.
    expect(sitemapindex.sitemap.filter(({ lastmod }) => lastmod !== undefined)).toEqual([]);
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

/** What each address of the comparison must show; the others must be there. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  '/busca?q=pensao': /pensão/,
  '/busca?q=aposentadora': /posentadoria/,
  '/busca?q=identificador+ficticio': /Portal Nacional de Contratações/,
  '/lai/documentos/leis': /(?=[^]*name="ano")(?=[^]*name="por_pagina")/,
  '/lai/documentos/leis/6': /Histórico de versões[^]*Lei nº 677/,
  '/lai/documentos/atasDoConselhoFiscal': /PDF, [\d.,]+ kB/,
  '/lai/documentos/dcp': /[Dd]eclara/,
  '/lai/documentos/publicacaoLicitacao': /Base legal/i,
  '/lai/documentos/portaria_aposentados': /\*\*\*\.\d{3}\.\d{3}-\*\*/,
  '/lai/situacao': /[Ee]m dia/,
  '/lai/processos/864': /Documentos, em ordem[^]*Pagamentos/,
  '/lai/glossario': /id="termo-\d+"/,
  '/lai/pntp': /suposta/,
  '/lai/numeros': /<svg/,
  '/paginas/prova-de-vida': /popovertarget="termo-\d+"/,
  '/ouvidoria': /value="anonima"/,
  '/progestao/painel': /18 de 18/,
  '/informacoes/faq': /application\/ld\+json/,
  '/institucional/conselho-fiscal': /válida até|até \d/,
  '/dados/reunioes.ics': /BEGIN:VEVENT/,
};

test('every address that the comparison names shows what it says', async () => {
  const rows = (await readFile(new URL('../../../docs/comparison.md', import.meta.url), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('yes: '));
  const addresses = new Set(rows.flatMap((line) => [...line.matchAll(/`(\/[^`]*)`/g)].map(([, address = '']) => address)));
  expect(rows.length).toBeGreaterThan(30);
  expect(Object.keys(SHOWN).filter((address) => !addresses.has(address))).toEqual([]);
  for (const address of addresses) {
    const { text } = await read(address);
    expect.soft([address, (SHOWN[address] ?? /./).test(text)]).toEqual([address, true]);
  }
});
