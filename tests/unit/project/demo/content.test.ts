import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type DemoContent, readContent } from '../../../../server/project/demo/loader/content.ts';
import { anoDe, fimDoMes, mesDe } from '../../../../server/project/demo/loader/dates.ts';
import { idsOf } from '../../../../server/project/demo/loader/documents/document-rows.ts';
import type { ArquivoDemo } from '../../../../server/project/demo/loader/files.ts';
import type { Linha, Tabela } from '../../../../server/project/demo/loader/rows.ts';
import { TRACKING_PATH } from '../../../../shared/cases/addresses.ts';
import { matchRoute } from '../../../../shared/routes/match.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
/** Of the days that it is written for. */
const LAST = new Date('2027-12-31T12:00:00Z');
const SECOES = new Map([
  ['atendimento', 8],
  ['programas', 9],
]);

const contents = new Map<number, DemoContent>();

/** Reads the files once for each moment. */
function contentFor(now: Date): DemoContent {
  const content = contents.get(now.getTime()) ?? readContent(now);
  contents.set(now.getTime(), content);
  return content;
}

function tablesOf(content: DemoContent): readonly Tabela[] {
  return content.steps.flatMap(({ tables }) => tables([], SECOES));
}

function filesOf(content: DemoContent): readonly ArquivoDemo[] {
  return content.steps.flatMap(({ files }) => files);
}

function tables(now: Date): ReadonlyMap<string, readonly Linha[]> {
  return new Map(tablesOf(contentFor(now)).map(({ nome, linhas }) => [nome, linhas]));
}

function rowsOf(nome: string, now = NOW): readonly Linha[] {
  return tables(now).get(nome) ?? [];
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Addresses in links and pictures of all texts. */
function addresses(): readonly string[] {
  const texts = [...tables(LAST).values()].flat().flatMap((row) =>
    Object.entries(row)
      .filter(([column]) => column.endsWith('_html'))
      .map(([, value]) => String(value)),
  );
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? '')))];
}

describe('demonstration content', () => {
  it('gives the same rows and files for the same moment', () => {
    const [first, second] = [readContent(NOW), readContent(NOW)];
    expect(digest(tablesOf(first))).toBe(digest(tablesOf(second)));
    const files = (content: DemoContent): unknown => filesOf(content).map(({ id, nome, bucket, texto }) => [id, nome, bucket, texto]);
    expect(digest(files(first))).toBe(digest(files(second)));
  });

  it('keeps ids and texts of the archive when the clock moves', () => {
    const [first = [], later = []] = [NOW, new Date('2027-05-02T12:00:00Z')].map((now) =>
      contentFor(now).documentos.map((documento) =>
        // The place in the list is the id. What is hidden is counted from the moment, and a contract that has ended meanwhile says so.
        /^(futuro|rascunho):/.test(documento.chave)
          ? documento.chave
          : { ...documento, situacao_id: documento.situacao_id === 'vigente' ? 'encerrada' : documento.situacao_id },
      ),
    );
    expect(later.slice(0, first.length)).toEqual(first);
    expect(later.length).toBeGreaterThan(first.length);
    expect(digest(rowsOf('noticia', new Date('2027-05-02T12:00:00Z')).slice(0, 60))).toBe(digest(rowsOf('noticia').slice(0, 60)));
  });

  it('tells nothing that has not happened yet, and the papers of the last months on every day that it is written for', () => {
    const monthly = ['dair', 'relatorioDeInvestimento', 'prestacaoDeContas', 'quadroDePessoal', 'diarias', 'ordemDePagamentos'];
    for (const day of ['2026-11-30', '2026-12-31', '2027-03-01', '2027-07-31', '2027-12-31']) {
      const { documentos } = contentFor(new Date(`${day}T15:00:00Z`));
      const told = documentos.filter(({ chave }) => !/^(futuro|rascunho):/.test(chave));
      expect([day, told.filter(({ publicado_em }) => publicado_em > day)]).toEqual([day, []]);
      const meetings = rowsOf('reuniao', new Date(`${day}T15:00:00Z`));
      expect([day, meetings.filter(({ fim, situacao }) => situacao === 'realizada' && String(fim).slice(0, 10) > day)]).toEqual([day, []]);
      // A paper of a month may come until the end of the next one.
      const owed = fimDoMes(anoDe(day), mesDe(day) - 2);
      const late = monthly.filter(
        (lista) => !told.some(({ categoria_slug, competencia_fim }) => categoria_slug === lista && competencia_fim === owed),
      );
      expect([day, late]).toEqual([day, []]);
      const [{ conteudo } = {}] = rowsOf('importacao_de_estatistica', new Date(`${day}T15:00:00Z`));
      expect([day, Math.max(...Array.from(String(conteudo).matchAll(/^sic;(\d+);/gm), ([, year]) => Number(year)))]).toEqual([
        day,
        anoDe(day) - 1,
      ]);
    }
  });

  it('counts banners, notices and hidden news from the given moment', () => {
    const later = new Date('2027-05-02T12:00:00Z');
    const ends = (now: Date): readonly number[] =>
      rowsOf('banner_comunicado', now).map(({ exibir_ate: ate }) =>
        typeof ate === 'string' ? Math.sign(Date.parse(ate) - now.getTime()) : 1,
      );
    expect(ends(later)).toEqual(ends(NOW));
    expect(
      rowsOf('noticia', later).filter((row) => row['publicado'] === true && Date.parse(String(row['publicado_em'])) > later.getTime()),
    ).toHaveLength(2);
  });

  it('names every document by a key of its own and refers to none that is missing', () => {
    const { documentos } = contentFor(NOW);
    expect(new Set(documentos.map(({ chave }) => chave)).size).toBe(documentos.length);
    const id = idsOf('document', documentos);
    for (const { relacoes, substitui, revogado_por, licitacao } of documentos) {
      for (const chave of [...relacoes.map(({ para }) => para), substitui, revogado_por, licitacao]) {
        expect(chave === undefined || id(chave) > 0).toBe(true);
      }
    }
    expect(() => id('nada')).toThrow(RangeError);
  });

  it.each([NOW, LAST])('gives each file one id and refers only to files that are made, at %s', (now) => {
    const files = filesOf(contentFor(now));
    const ids = new Set(files.map(({ id }) => id));
    expect(ids.size).toBe(files.length);
    const references = [...tables(now).values()].flat().flatMap((row) =>
      Object.entries(row)
        .filter(([column, value]) => /^(arquivo_id|imagem_id|foto_arquivo_id)$/.test(column) && value !== null)
        .map(([, value]) => String(value)),
    );
    expect(references.length).toBeGreaterThan(1000);
    expect(references.filter((reference) => !ids.has(reference))).toEqual([]);
  });

  it('has no internal link without its route, page and category, and no picture without its file', () => {
    const slugs = new Set(rowsOf('pagina', LAST).map((row) => row['slug']));
    const categorias = new Set(contentFor(LAST).documentos.map(({ categoria_slug }) => categoria_slug));
    const ids = new Set(filesOf(contentFor(LAST)).map(({ id }) => id));
    const broken = addresses().filter((address) => {
      if (!address.startsWith('/')) {
        return !/^(https:\/\/[a-z.]+\.example\/|mailto:[a-z]+@prevserena\.example$|tel:\+55)/.test(address);
      }
      if (address.startsWith('/nhostprovider/')) {
        return !ids.has(address.slice('/nhostprovider/'.length));
      }
      if (address === TRACKING_PATH) return false;
      const match = matchRoute(ROUTES, address, new URLSearchParams());
      const [, first, second, third] = address.split('/');
      return (
        match.kind !== 'route' ||
        (first === 'paginas' && !slugs.has(second)) ||
        (first === 'lai' && second === 'documentos' && !categorias.has(third ?? ''))
      );
    });
    expect(broken).toEqual([]);
  });

  it('names every column of the tables in texts', () => {
    const texts = [...tables(NOW).values()].flat().flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'));
    const withTable = texts.filter((text) => text.includes('<th scope="col">'));
    expect(withTable.length).toBeGreaterThan(9);
    expect(withTable.filter((text) => text.includes('<th scope="col"></th>'))).toEqual([]);
  });

  it('has a page for every menu entry and uses each title size', () => {
    const paginas = rowsOf('pagina');
    const slugs = new Set(paginas.map((row) => String(row['slug'])));
    const dosMenus = rowsOf('menu_item').filter((row) => row['destino_tipo'] === 'pagina');
    expect(dosMenus.length).toBeGreaterThan(10);
    expect(dosMenus.filter((row) => !slugs.has(String(row['destino'])))).toEqual([]);
    expect(new Set(paginas.map((row) => row['titulo_tamanho']))).toEqual(new Set(['pequeno', 'medio', 'grande', null]));
    expect(paginas.every((row) => String(row['titulo_html']).replaceAll(/<[^>]+>/g, '') !== '')).toBe(true);
  });

  it('has an entry of a menu (menu_item.yaml) for every route without parameters', () => {
    const destinos = new Set(
      rowsOf('menu_item')
        .filter((row) => row['destino_tipo'] === 'rota')
        .map((row) => row['destino']),
    );
    const semMenu = new Set(['/admin', '/teste', '/busca']);
    const fixas = ROUTES.map(({ path }) => path).filter((path) => !path.includes(':') && !semMenu.has(path));
    expect(fixas.filter((path) => !destinos.has(path))).toEqual([]);
  });

  it('has sixty news items that differ in title, summary and text', () => {
    const noticias = rowsOf('noticia').filter((row) => row['publicado'] === true);
    expect(noticias.length).toBeGreaterThanOrEqual(60);
    for (const column of ['slug', 'titulo', 'resumo', 'corpo_html']) {
      expect([column, new Set(noticias.map((row) => row[column])).size]).toEqual([column, noticias.length]);
    }
    expect(new Set(noticias.map((row) => row['imagem_id'])).size).toBeGreaterThanOrEqual(12);
  });

  it('shows no whole CPF and no e-mail or site outside the reserved example domain', () => {
    const text = JSON.stringify([[...tables(NOW)], contentFor(NOW).documentos]);
    expect(text.match(/\b\d{3}\.?\d{3}\.?\d{3}-\d{2}\b/g)).toBeNull();
    expect(text).toContain('***.');
    const foreign = [...text.matchAll(/(?:https?:\/\/|@)([a-z0-9.-]+\.[a-z]{2,})/g)]
      .map((match) => match[1] ?? '')
      .filter((host) => !host.endsWith('.example') && host !== 'wa.me');
    expect(foreign).toEqual([]);
  });
});
