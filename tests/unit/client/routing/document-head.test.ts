import { describe, expect, it } from 'vitest';
import { documentHead } from '../../../../client/routing/document-head.ts';
import type { ErrorPage, RoutePage } from '../../../../client/routing/page.ts';
import { type CaseScreen, isReturned } from '../../../../shared/cases/case-screen.ts';
import { LIST_SEARCH, MONTH } from '../../../../shared/routes/list-search.ts';
import { type ConfiguracaoDoSite, EMPTY_SITE_STATE } from '../../../../shared/site-state/site-state.ts';
import { publicSettings } from '../../../support/pages/public-settings.ts';

const SETTINGS = publicSettings({
  siteUrl: 'https://site.br',
  siteTitle: 'Título do ambiente',
  siteDescription: 'Descrição do ambiente',
  siteSocialImage: '/social.png',
});

const PUBLIC = { settings: SETTINGS, session: null };

const SITE = {
  nome: 'Instituto de Previdência',
  sigla: 'IPREV',
  titulo: 'IPREV — Previdência do Município',
  descricao: 'Descrição do banco',
  favicon: '/nhostprovider/f',
  imagem_social: '/nhostprovider/s',
} as ConfiguracaoDoSite;

function page(path: string, search: Readonly<Record<string, readonly string[]>> = {}, site: ConfiguracaoDoSite | null = SITE): RoutePage {
  const formats = path === '/noticias' ? ['csv', 'atom'] : [];
  const params = path.includes('/3') ? { id: '3' } : {};
  const state = { ...EMPTY_SITE_STATE, siteConfig: site === null ? [] : [site] };
  return {
    kind: 'page',
    href: path,
    route: { path, formats, search: path === '/lista' ? [...LIST_SEARCH, MONTH] : [] },
    input: { path, params, search },
    state,
  } as unknown as RoutePage;
}

describe('the head of a document', () => {
  it('the head of a document takes values of the page, then of the site, then of the configuration', () => {
    const published = '2026-11-20T12:00:00+00:00';
    const ofRow = { title: 'Reajuste', description: 'Do artigo', image: '/nhostprovider/a', published };
    const head = documentHead(page('/noticia/3'), ofRow, PUBLIC);
    expect(head).toEqual({
      title: 'Reajuste - IPREV',
      description: 'Do artigo',
      canonical: 'https://site.br/noticia/3',
      indexable: true,
      siteName: 'Instituto de Previdência',
      favicon: '/nhostprovider/f',
      image: { href: 'https://site.br/nhostprovider/a', alt: 'Reajuste', isOwn: true },
      published,
      modified: null,
      kind: 'article',
      feed: null,
    });
    expect(documentHead(page('/lai'), { title: 'Transparência' }, PUBLIC)).toMatchObject({
      description: 'Descrição do banco',
      image: { href: 'https://site.br/nhostprovider/s', alt: 'Instituto de Previdência', isOwn: true },
      kind: 'website',
    });
    expect(documentHead(page('/lai', {}, null), { title: 'Transparência' }, PUBLIC)).toMatchObject({
      title: 'Transparência - Título do ambiente',
      description: 'Descrição do ambiente',
      favicon: '/favicon.svg',
      image: { href: 'https://site.br/social.png', alt: 'Título do ambiente', isOwn: true },
    });
  });

  it('the title of the home page is the name of the site', () => {
    expect(documentHead(page('/'), { title: 'Início' }, PUBLIC).title).toBe('IPREV — Previdência do Município');
    expect(documentHead(page('/', {}, null), { title: 'Início' }, PUBLIC).title).toBe('Título do ambiente');
  });

  it('names the feed of a list that has one', () => {
    expect(documentHead(page('/noticias', { ano: ['2025'] }), { title: 'Notícias' }, PUBLIC).feed).toBe('/noticias.atom');
  });

  it('has no empty suffix', () => {
    expect(
      documentHead(page('/lai', {}, null), { title: 'Transparência' }, { ...PUBLIC, settings: { ...SETTINGS, siteTitle: null } }).title,
    ).toBe('Transparência');
  });

  it('says first that a form was not taken, and nothing of the kind on the public page or for a receipt', () => {
    const form = { kind: 'form', channel: 'sic', typed: {}, errors: [], notice: 'Tente de novo.', lostFiles: false } as const;
    const tracking = { protocolo: '', codigo: '', errors: [], notice: null, pending: null };
    const titleOf = (screen: CaseScreen): string =>
      documentHead(page('/sic'), { title: 'SIC' }, { ...PUBLIC, session: { kind: 'case', screen, isReturned: isReturned(screen) } }).title;
    expect(titleOf(form)).toBe('Erro: SIC - IPREV');
    expect(titleOf({ kind: 'trackingForm', form: { ...tracking, notice: 'Não encontramos.' } })).toBe('Erro: SIC - IPREV');
    expect(titleOf({ kind: 'trackingForm', form: tracking })).toBe('SIC - IPREV');
    expect(titleOf({ kind: 'noReceipt' })).toBe('SIC - IPREV');
    expect(documentHead(page('/sic'), { title: 'SIC' }, PUBLIC).title).toBe('SIC - IPREV');
  });

  it('the canonical address of a page has no filters, and of all rows the number of a further page', () => {
    const canonicalOf = (search: Readonly<Record<string, readonly string[]>>): string | null =>
      documentHead(page('/lista', search), { title: '' }, PUBLIC).canonical;
    expect(canonicalOf({ q: ['a b'], ano: ['2025', '2026'] })).toBe('https://site.br/lista');
    expect(canonicalOf({ pagina: ['2'], ano: ['2025'] })).toBe('https://site.br/lista');
    expect(canonicalOf({ pagina: ['2'], ano: [] })).toBe('https://site.br/lista?pagina=2');
    expect(canonicalOf({ pagina: ['2'], mes: ['5'] })).toBe('https://site.br/lista');
    expect(canonicalOf({ pagina: ['2'], ordem: ['antigos'] })).toBe('https://site.br/lista');
    expect(canonicalOf({ pagina: ['2'], ordem: ['recentes'], por_pagina: ['20'] })).toBe('https://site.br/lista?pagina=2');
    expect(canonicalOf({ pagina: ['1'], ordem: ['recentes'], ano: ['2024'] })).toBe('https://site.br/lista');
    expect(canonicalOf({ pagina: ['1'] })).toBe('https://site.br/lista');
    expect(documentHead(page('/lista', { pagina: ['1'] }), { title: '', canonical: '/lista' }, PUBLIC).canonical).toBe(
      'https://site.br/lista',
    );
  });

  it('the head keeps search engines out where the route says so, and of every error page', () => {
    expect(documentHead(page('/busca'), { title: 'Busca', indexable: false }, PUBLIC).indexable).toBe(false);
    const error = { kind: 'error', href: '/x', state: EMPTY_SITE_STATE } as unknown as ErrorPage;
    expect(documentHead(error, null, PUBLIC)).toMatchObject({ title: 'Ops!!!', indexable: false, canonical: null, description: null });
  });
});
