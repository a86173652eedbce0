import { describe, expect, test } from 'vitest';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';
import type { DescribedPage } from '../../../shared/structured-data/described-page.ts';
import { structuredData } from '../../../shared/structured-data/structured-data.ts';

const STATE: SiteState = {
  ...EMPTY_SITE_STATE,
  siteConfig: [
    {
      nome: 'Instituto',
      sigla: 'IPV',
      ente: 'Vila Serena',
      uf: 'PA',
      cnpj: null,
      image_header: null,
      image_header_transparencia: null,
      image_header_atendimento: null,
      image_header_instituto: null,
      image_header_noticias: null,
      logo: '/nhostprovider/a',
      logo_largura: 1,
      logo_altura: 1,
      favicon: null,
      cor_primaria: null,
      titulo: null,
      descricao: 'A previdência.',
      imagem_social: null,
      aviso_global: null,
      url_radar: null,
      url_receitas_despesas: null,
      url_pncp: null,
      url_extrato_previdenciario: null,
    },
  ],
  contato: [{ id: 1, tipo: 'telefone', rotulo: 'Telefone', valor: '(91) 3000-0000', href: null, principal: true }],
  caminhos: [
    { rotulo: 'Início', to: '/', atual: false },
    { rotulo: 'Notícias', to: '/informacoes/noticias', atual: false },
    { rotulo: 'Título', to: null, atual: true },
  ],
};

interface Graph {
  readonly '@context': string;
  readonly '@graph': readonly Record<string, unknown>[];
}

function graphOf(routeId: string, path: string, main: unknown = null): Graph {
  const page: DescribedPage = {
    routeId,
    address: `https://site.test${path}`,
    head: { title: 'Título', description: 'Descrição' },
    main,
    state: STATE,
    site: 'https://site.test',
    siteName: 'Instituto',
  };
  return JSON.parse(structuredData(page)) as Graph;
}

function nodeOf(graph: Graph, type: string): Record<string, unknown> {
  const found = graph['@graph'].find((node) => node['@type'] === type);
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
}

const NEWS = {
  noticia_by_pk: {
    titulo: 'Fim </script><script>alert(1)</script> de 529.982.247-25',
    resumo: null,
    autor: null,
    tags: ['a'],
    publicado_em: '2026-01-02T12:00:00+00:00',
    atualizado_em: '2026-01-03T12:00:00+00:00',
    imagem: { id: 'b' },
    categoria_noticia: { id: 1, nome: 'Benefícios' },
  },
};

describe('structured data', () => {
  test('cannot close its element, and shows no CPF', () => {
    const text = structuredData({
      routeId: 'noticia',
      address: 'https://site.test/informacoes/noticia/1',
      head: { title: 'x' },
      main: NEWS,
      state: STATE,
      site: 'https://site.test',
      siteName: 'Instituto',
    });
    expect(text).not.toContain('<');
    expect(text).toContain('***.982.247-**');
  });

  test('the structured data of the home page says who the institution is and how to search', () => {
    const graph = graphOf('inicio', '/');
    expect(graph['@context']).toBe('https://schema.org');
    expect(nodeOf(graph, 'GovernmentOrganization')).toMatchObject({
      '@id': 'https://site.test/#instituto',
      alternateName: 'IPV',
      logo: 'https://site.test/nhostprovider/a',
      telephone: ['(91) 3000-0000'],
    });
    expect(nodeOf(graph, 'WebSite')['potentialAction']).toMatchObject({
      target: { urlTemplate: 'https://site.test/busca?q={search_term_string}' },
      'query-input': 'required name=search_term_string',
    });
  });

  test('the structured data of a piece of news has what search engines ask of an article, and the breadcrumb of the page', () => {
    const graph = graphOf('noticia', '/informacoes/noticia/1', NEWS);
    expect(nodeOf(graph, 'NewsArticle')).toMatchObject({
      mainEntityOfPage: 'https://site.test/informacoes/noticia/1',
      datePublished: '2026-01-02T12:00:00+00:00',
      dateModified: '2026-01-03T12:00:00+00:00',
      image: 'https://site.test/nhostprovider/b',
      author: { '@id': 'https://site.test/#instituto' },
      publisher: { '@id': 'https://site.test/#instituto' },
    });
    expect(nodeOf(graph, 'BreadcrumbList')['itemListElement']).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Início', item: 'https://site.test/' },
      { '@type': 'ListItem', position: 2, name: 'Notícias', item: 'https://site.test/informacoes/noticias' },
      { '@type': 'ListItem', position: 3, name: 'Título', item: 'https://site.test/informacoes/noticia/1' },
    ]);
  });

  test('the structured data of a piece of news that appeared after it was written names its publication as the last change', () => {
    const scheduled = { noticia_by_pk: { ...NEWS.noticia_by_pk, publicado_em: '2026-01-05T12:00:00+00:00' } };
    expect(nodeOf(graphOf('noticia', '/informacoes/noticia/1', scheduled), 'NewsArticle')).toMatchObject({
      datePublished: '2026-01-05T12:00:00+00:00',
      dateModified: '2026-01-05T12:00:00+00:00',
    });
  });

  test('the structured data of the questions has each with its answer as text', () => {
    const main = { faq_categoria: [{ perguntas: [{ pergunta: 'Como?', resposta_html: '<p>Assim &amp; <b>pronto</b></p>' }] }] };
    expect(nodeOf(graphOf('faq', '/informacoes/faq', main), 'FAQPage')['mainEntity']).toEqual([
      { '@type': 'Question', name: 'Como?', acceptedAnswer: { '@type': 'Answer', text: 'Assim & pronto' } },
    ]);
    expect(graphOf('faq', '/informacoes/faq', { faq_categoria: [] })['@graph'].map((node) => node['@type'])).not.toContain('FAQPage');
  });

  test('the structured data of a list is a dataset with its files, and the catalogue has every set', () => {
    expect(nodeOf(graphOf('documentos', '/lai/documentos/leis'), 'Dataset')['distribution']).toContainEqual({
      '@type': 'DataDownload',
      encodingFormat: 'text/csv',
      contentUrl: 'https://site.test/lai/documentos/leis.csv',
    });
    const sets = nodeOf(graphOf('dadosAbertos', '/lai/dados-abertos'), 'DataCatalog')['dataset'] as readonly Record<string, unknown>[];
    expect(sets.map(({ name, license }) => [typeof name, typeof license])).toEqual(sets.map(() => ['string', 'string']));
    expect(sets.length).toBeGreaterThan(5);
  });

  test('the structured data of a service says who offers it', () => {
    const main = { servico: [{ nome: 'Aposentadoria', resumo: null, publico: 'Servidores', unidade: null, atualizado_em: '2026-01-01' }] };
    expect(nodeOf(graphOf('servico', '/servicos/aposentadoria', main), 'GovernmentService')).toMatchObject({
      name: 'Aposentadoria',
      provider: { '@id': 'https://site.test/#instituto' },
      audience: { audienceType: 'Servidores' },
    });
  });
});
