import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { TranslatorContext } from '../../../../client/layouts/accessibility-bar/accessibility-bar.tsx';
import { Layout, type LayoutProps } from '../../../../client/layouts/layout.tsx';
import { SiteTitleContext } from '../../../../client/layouts/logo/logo.tsx';
import { QUERY_TEXTS } from '../../../../shared/graphql/generated/all.ts';
import { type ConfiguracaoDoSite, EMPTY_SITE_STATE, type ItemDeMenu } from '../../../../shared/site-state/site-state.ts';
import { htmlOf, textOf } from '../components/render.ts';

const FOTO = '/nhostprovider/00000001-0000-4000-8000-000000000000';
const DA_AREA = '/nhostprovider/00000002-0000-4000-8000-000000000000';

const SITE: ConfiguracaoDoSite = {
  nome: 'Instituto de Previdência de Vila Serena',
  sigla: 'PREVSERENA',
  ente: 'Município de Vila Serena',
  uf: 'PA',
  cnpj: null,
  image_header: FOTO,
  image_header_transparencia: null,
  image_header_atendimento: null,
  image_header_instituto: null,
  image_header_noticias: null,
  logo: null,
  logo_largura: 0,
  logo_altura: 0,
  favicon: null,
  cor_primaria: '#0b5563',
  titulo: null,
  descricao: null,
  imagem_social: null,
  aviso_global: null,
  url_radar: null,
  url_receitas_despesas: null,
  url_pncp: null,
  url_extrato_previdenciario: null,
};

function item(mudancas: Partial<ItemDeMenu>): ItemDeMenu {
  return { id: 1, area: 'principal', rotulo: 'Item', descricao: null, icone: null, destino: null, externo: false, filhos: [], ...mudancas };
}

function layout(mudancas: Partial<LayoutProps> = {}, vlibrasUrl: string | null = null): ReactElement {
  const padrao: LayoutProps = {
    layout: 'default',
    state: { ...EMPTY_SITE_STATE, siteConfig: [SITE] },
    place: { label: 'Organograma', addresses: ['/institucional/organograma'] },
    head: { title: 'Organograma' },
    path: '/institucional/organograma',
    address: 'https://site.example/institucional/organograma',
    routeId: 'organograma',
    children: <p>Texto da página.</p>,
  };
  return (
    <TranslatorContext value={vlibrasUrl}>
      <Layout {...padrao} {...mudancas} />
    </TranslatorContext>
  );
}

const LAYOUTS = ['default', 'lai', 'iframe'] as const;

describe('the small page header (specification section 2)', () => {
  const html = htmlOf(layout());

  test('the small page header requests its picture as webp of quality 60, 2080 x 1024, without alternative text', () => {
    const imagem = html.match(/<img src="\/_image[^>]+>/)?.[0] ?? '';
    const endereco = new URL((/src="([^"]+)"/.exec(imagem)?.[1] ?? '').replaceAll('&amp;', '&'), 'http://localhost');
    expect([endereco.pathname, Object.fromEntries(endereco.searchParams)]).toEqual(['/_image', { url: FOTO, w: '2080', q: '60' }]);
    expect(imagem).toContain('width="2080" height="1024" alt=""');
    expect(imagem.toLowerCase()).toContain('fetchpriority="low"');
  });

  test.each([
    ['/institucional/organograma', DA_AREA],
    ['/progestao/painel', DA_AREA],
    ['/institucionalx', FOTO],
    ['/lai', FOTO],
  ])('the picture of %s is that of its area, or the one of the site', (path, esperada) => {
    const site = { ...SITE, image_header_instituto: DA_AREA, image_header_transparencia: '' };
    const html = htmlOf(layout({ path, state: { ...EMPTY_SITE_STATE, siteConfig: [site] } }));
    expect(html).toContain(`src="/_image?url=${encodeURIComponent(esperada)}&amp;w=2080`);
  });

  test('the small page header has a named logo button to /lai', () => {
    const botao = html.match(/<a href="\/lai"[^>]*><img[^>]*alt=""[^>]*>.*?<\/a>/s)?.[0] ?? '';
    expect(textOf(botao)).toBe('Ir para a Transparência');
  });

  test.each(['default', 'lai'] as const)('the small page header of a %s page has its only h1', (nome) => {
    const pagina = htmlOf(layout({ layout: nome }));
    expect(pagina.match(/<h1/g)).toHaveLength(1);
    expect(pagina).toContain('w=2080&amp;q=60');
  });

  test('the small page header renders the sanitised title as HTML, with its size', () => {
    const pagina = htmlOf(layout({ head: { title: 'Carta de serviços', titleHtml: 'Carta de <em>serviços</em>', size: 'grande' } }));
    expect(pagina).toMatch(/<h1 class="[^"]*grande[^"]*">Carta de <em>serviços<\/em><\/h1>/);
  });

  test('the small page header holds the breadcrumb, the title and what the page says of itself, in this order', () => {
    const caminhos = [
      { rotulo: 'Início', to: '/', atual: false },
      { rotulo: 'Organograma', to: null, atual: true },
    ];
    const state = { ...EMPTY_SITE_STATE, siteConfig: [SITE], caminhos };
    const pagina = htmlOf(layout({ state, opening: <p>Quem faz o quê.</p> }));
    expect(textOf(pagina.slice(pagina.indexOf('<main'), pagina.indexOf('Texto da página')))).toBe(
      'Início Organograma Organograma Quem faz o quê. Ir para a Transparência',
    );
  });

  test('the small page header shows a plain title as text', () => {
    expect(htmlOf(layout({ head: { title: 'Lei <b>' } }))).toContain('Lei &lt;b&gt;</h1>');
  });

  test.each([
    ['inicio', 'default'],
    [null, 'default'],
    [null, 'lai'],
    ['admin', 'iframe'],
  ] as const)('is not on %s in the %s layout', (rotaId, nome) => {
    const pagina = htmlOf(layout({ routeId: rotaId, layout: nome }));
    expect(pagina).not.toContain('w=2080');
    expect(pagina).not.toContain('<h1');
  });

  test.each([null, '', 'https://outro.example/foto.png', '//outro.example/x.svg'])(
    'falls back to a local picture when the configured one is %s',
    (image_header) => {
      const pagina = htmlOf(layout({ state: { ...EMPTY_SITE_STATE, siteConfig: [{ ...SITE, image_header }] } }));
      expect(pagina).toContain('src="/cabecalho.svg"');
      expect(pagina).not.toContain('outro.example');
    },
  );
});

describe('every layout', () => {
  test.each(LAYOUTS)('the layout %s is rendered with an empty site state', (nome) => {
    const html = htmlOf(layout({ layout: nome, state: EMPTY_SITE_STATE, routeId: nome === 'iframe' ? 'admin' : 'lai' }));
    expect(html).toContain('<main id="conteudo" tabindex="-1"');
    expect(textOf(html)).toContain('Texto da página.');
  });

  test.each(LAYOUTS)('the layout %s has no style attribute and no inline handler (Content-Security-Policy)', (nome) => {
    expect(htmlOf(layout({ layout: nome }))).not.toMatch(/ style=| on[a-z]+="/);
  });

  test.each(LAYOUTS)('the layout %s repeats no id', (nome) => {
    const ids = [...htmlOf(layout({ layout: nome })).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the frame of default and lai pages', () => {
  test.each(['default', 'lai'] as const)('the layout %s begins with the four skip links, whose targets exist', (nome) => {
    const html = htmlOf(layout({ layout: nome }));
    const links = [...html.matchAll(/<a href="#(\w+)" accessKey="(\d)"[^>]*>([^<]+)<\/a>/gi)].map(([, alvo, tecla, texto]) => [
      alvo,
      tecla,
      texto,
    ]);
    expect(links).toEqual([
      ['conteudo', '1', 'Ir para o conteúdo [1]'],
      ['menu', '2', 'Ir para o menu [2]'],
      ['busca', '3', 'Ir para a busca [3]'],
      ['rodape', '4', 'Ir para o rodapé [4]'],
    ]);
    for (const [alvo] of links) expect(html).toContain(` id="${alvo}"`);
    expect(html.indexOf('<a ')).toBe(html.indexOf('<a href="#conteudo"'));
  });

  test.each(LAYOUTS)('says in the layout %s that the content is a demonstration, exactly while it is', (nome) => {
    const frase = 'Este site mostra conteúdo de demonstração.';
    expect(textOf(htmlOf(layout({ layout: nome, state: { ...EMPTY_SITE_STATE, demonstracao: true } })))).toContain(frase);
    expect(textOf(htmlOf(layout({ layout: nome })))).not.toContain(frase);
  });

  test('the layout shows the warning of the institution', () => {
    const estado = { ...EMPTY_SITE_STATE, siteConfig: [{ ...SITE, aviso_global: 'Sistema em manutenção.' }] };
    expect(textOf(htmlOf(layout({ state: estado })))).toContain('Sistema em manutenção.');
  });

  test('the buttons of the accessibility bar are hidden where there is no script', () => {
    const controles = htmlOf(layout()).match(/<div class="[^"]*controls[^"]*" data-so-com-script="">.*?<\/div>/s)?.[0] ?? '';
    expect([...controles.matchAll(/data-acao="([\w-]+)"/g)].map(([, acao]) => acao)).toEqual([
      'texto-menor',
      'texto-normal',
      'texto-maior',
      'contraste',
      'tema',
      'ouvir',
    ]);
    expect(controles).toContain('aria-pressed="false"');
  });

  test('the bar offers the translator into Libras where there is one, with its address', () => {
    const pasta = 'https://vlibras.example/app';
    const oferece = (vlibrasUrl: string | null): boolean =>
      htmlOf(layout({}, vlibrasUrl)).includes(`data-acao="libras" data-pasta="${pasta}" aria-pressed="false"`);
    expect([oferece(pasta), oferece(null)]).toEqual([true, false]);
  });

  test('the search is a form of the whole site', () => {
    expect(htmlOf(layout())).toMatch(/<form [^>]*action="\/busca" method="get"[^>]*>.*?<input type="search" id="busca" [^>]*name="q"/s);
  });
});

describe('the main menu', () => {
  const dataMenu = [
    item({ id: 1, rotulo: 'Início', destino: '/' }),
    item({ id: 2, rotulo: 'Institucional', filhos: [item({ id: 3, rotulo: 'Organograma', destino: '/institucional/organograma' })] }),
    item({ id: 4, rotulo: 'Pró-Gestão', destino: '/progestao', filhos: [item({ id: 5, rotulo: 'Painel', destino: '/progestao/painel' })] }),
    item({ id: 6, rotulo: 'Portal', destino: 'https://portal.example', externo: true }),
    item({ id: 8, rotulo: 'Organograma', destino: '/paginas/organograma-antigo' }),
    item({ id: 7, area: 'rodape', rotulo: 'Dados abertos', destino: '/paginas/dados-abertos' }),
  ];
  const menu = htmlOf(layout({ state: { ...EMPTY_SITE_STATE, dataMenu } })).match(/<nav aria-label="Menu principal".*?<\/nav>/s)?.[0] ?? '';

  test('the main menu shows its own area only, and its branches open without script', () => {
    expect(textOf(menu)).toBe(
      'Início Institucional Organograma Pró-Gestão Pró-Gestão: visão geral Painel Portal (abre outro site) Organograma',
    );
    expect(menu.match(/<details name="menu-principal"/g)).toHaveLength(2);
  });

  test('the main menu marks the page that is shown, and none that is called the same', () => {
    expect(menu).toMatch(/<a href="\/institucional\/organograma" aria-current="true"/);
    expect(menu.match(/aria-current/g)).toHaveLength(1);
  });
  test('the main menu marks the one entry that leads to a part of the page', () => {
    const parte = { rotulo: 'Conselhos', destino: '/institucional/organograma#conselhos', paginaInteira: '/institucional/organograma' };
    const html = htmlOf(layout({ state: { ...EMPTY_SITE_STATE, dataMenu: [item(parte)] } }));
    expect(html).toMatch(/<a href="\/institucional\/organograma#conselhos"[^>]*aria-current="true"/);
  });
});

describe('the transparency menu', () => {
  const dataLai = [
    {
      chave: 'legislacao',
      nome: 'Legislação',
      descricao: '',
      icone: null,
      categorias: [{ slug: 'leis', rotulo: 'Leis', descricao: '', total: 2, ultimoEm: null }],
      links: [item({ rotulo: 'Diário Oficial', destino: 'https://diario.example', externo: true })],
    },
    { chave: 'vazia', nome: 'Vazia', descricao: '', icone: null, categorias: [], links: [] },
  ];

  test('the transparency menu opens the section of the page, leaves out empty sections, and is on lai pages only', () => {
    const props = {
      state: { ...EMPTY_SITE_STATE, dataLai },
      place: { label: 'Lei 1', addresses: ['/lai/documento/lei/1', '/lai/documentos/leis'] },
    } as const;
    const html = htmlOf(layout({ ...props, layout: 'lai', routeId: 'documento' }));
    const menu = html.match(/<nav aria-label="Seções da transparência".*?<\/nav>/s)?.[0] ?? '';
    expect(menu).toMatch(/<details class="[^"]*" open="">/);
    expect(menu).toMatch(/<a href="\/lai\/documentos\/leis" aria-current="true"/);
    expect(textOf(menu)).not.toContain('Vazia');
    expect(html.indexOf(menu)).toBeGreaterThan(html.indexOf('</main>'));
    expect(htmlOf(layout(props))).not.toContain('Seções da transparência');
  });
});

test('the breadcrumb is the one of the state, its last step marked as the current page', () => {
  const caminhos = [
    { rotulo: 'Início', to: '/', atual: false },
    { rotulo: 'Organograma', to: null, atual: true },
  ];
  const html = htmlOf(layout({ state: { ...EMPTY_SITE_STATE, caminhos } }));
  expect(html).toMatch(/<a href="\/"[^>]*>Início<\/a>.*<[^>]*aria-current="page"[^>]*>Organograma</s);
});

test('an institution without a name is called by SITE_TITLE, and by a general name without it', () => {
  const unnamed = layout({ state: EMPTY_SITE_STATE });
  const named = htmlOf(<SiteTitleContext value="IPREV Serra">{unnamed}</SiteTitleContext>);
  expect(named.match(/IPREV Serra/g)).toHaveLength(2);
  expect(htmlOf(unnamed)).toContain('Instituto de Previdência');
  expect(htmlOf(<SiteTitleContext value="IPREV Serra">{layout()}</SiteTitleContext>)).not.toContain('IPREV Serra');
});

test('the footer leads to what the law wants on every page', () => {
  const siteConfig = [{ ...SITE, url_radar: 'https://radar.example' }];
  const estado = { ...EMPTY_SITE_STATE, siteConfig, paginasDaMoldura: ['privacidade'] };
  const rodape = htmlOf(layout({ state: estado })).match(/<footer id="rodape".*<\/footer>/s)?.[0] ?? '';
  for (const href of ['/sic', '/ouvidoria', '/contato/faleConosco', '/informacoes/faq', '/paginas/privacidade', 'https://radar.example'])
    expect(rodape).toContain(`href="${href}"`);
});

describe('the links of the frame to pages that the institution writes', () => {
  /** Each page once: the bar and the footer may link the same one. */
  const linked = (...paginasDaMoldura: string[]) => {
    const html = htmlOf(layout({ state: { ...EMPTY_SITE_STATE, paginasDaMoldura } }));
    return [...new Set([...html.matchAll(/href="\/paginas\/([^"]*)"/g)].map(([, slug]) => slug))];
  };

  test.each([
    ['none is written', [], []],
    ['one is', ['privacidade'], ['privacidade']],
    ['all are', ['acessibilidade', 'privacidade'], ['acessibilidade', 'privacidade']],
  ])('are there as far as the pages are: %s', (_name, written, links) => {
    expect(linked(...written)).toEqual(links);
  });

  test('are those that the state asks for', () => {
    const asked = /slug: \{\s*_in: \[([^\]]*)\]/.exec(QUERY_TEXTS.EstadoDoSite)?.[1] ?? '';
    expect(linked(...asked.split(',').map((slug) => slug.trim().replaceAll('"', '')))).toHaveLength(asked.split(',').length);
    for (const slug of linked('acessibilidade', 'privacidade')) expect(asked).toContain(`"${slug}"`);
  });
});
