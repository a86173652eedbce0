import { describe, expect, it } from 'vitest';
import { parseSiteState } from '../../../server/backend/site-state-parser.ts';
import { routeMenu } from '../../../shared/site-state/route-menu.ts';

const EMPTY = {
  configuracao_site: [],
  menu_item: [],
  secao_lai: [],
  contato: [],
  membro_orgao: [],
  orgao_colegiado: [],
  pagina: [],
  tipo_comunicado: [],
  situacao_documento: [],
  tipo_documento: [],
};

const item = (fields: object): object => ({
  area: 'principal',
  pai_id: null,
  secao_id: null,
  descricao: null,
  icone: null,
  destino_tipo: null,
  destino: null,
  rotulo: 'x',
  ...fields,
});

describe('parseSiteState', () => {
  it('builds trees from menu rows and addresses from their targets', () => {
    const menu_item = [
      item({ id: 1, rotulo: 'Institucional' }),
      item({ id: 2, pai_id: 1, destino_tipo: 'pagina', destino: 'carta-de-servicos' }),
      item({ id: 3, pai_id: 1, destino_tipo: 'categoria', destino: 'dair' }),
      item({ id: 4, destino_tipo: 'externo', destino: 'https://www.gov.br/' }),
      item({ id: 5, pai_id: 99, rotulo: 'sem pai visível' }),
    ];
    const { dataMenu } = parseSiteState(JSON.stringify({ ...EMPTY, menu_item }), false);
    expect(dataMenu.map(({ id, destino, externo, filhos }) => [id, destino, externo, filhos.map((filho) => filho.destino)])).toEqual([
      [1, null, false, ['/paginas/carta-de-servicos', '/lai/documentos/dair']],
      [4, 'https://www.gov.br/', true, []],
    ]);
  });

  it("adds the prefix of the site's own set to icons that have none", () => {
    const menu_item = [item({ id: 1, icone: 'house' }), item({ id: 2, icone: 'mdi:home' }), item({ id: 3 })];
    const { dataMenu } = parseSiteState(JSON.stringify({ ...EMPTY, menu_item }), false);
    expect(dataMenu.map(({ icone }) => icone)).toEqual(['lucide:house', 'mdi:home', null]);
  });

  it.each([
    ['America/Rio_Branco', 'America/Rio_Branco'],
    // Postgres counts days in it, Intl does not.
    ['<-03>3', 'America/Sao_Paulo'],
  ])('takes the zone %s of the settings as %s', (fuso_horario, zone) => {
    const configuracao_site = [{ fuso_horario, image_header: null, logo: null, favicon: null, imagem_social: null }];
    expect(parseSiteState(JSON.stringify({ ...EMPTY, configuracao_site }), false).fusoHorario).toBe(zone);
  });

  it('has the zone of the database while there are no settings', () => {
    expect(parseSiteState(JSON.stringify(EMPTY), false).fusoHorario).toBe('America/Sao_Paulo');
  });

  it('leaves out menu rows that name each other as parent', () => {
    const menu_item = [item({ id: 1, pai_id: 2 }), item({ id: 2, pai_id: 1 })];
    expect(parseSiteState(JSON.stringify({ ...EMPTY, menu_item }), false).dataMenu).toEqual(routeMenu());
  });

  it('gives a section its links and its categories, with a count of zero where nothing is published', () => {
    const secao_lai = [
      {
        id: 8,
        chave: 'atendimento',
        nome: 'Atendimento',
        descricao: 'd',
        icone: null,
        categorias: [
          { slug: 'dair', rotulo: 'DAIR', descricao: 'd', resumo: { slug: 'dair', total: 12, ultimo_publicado_em: '2026-01-30' } },
          { slug: 'dcp', rotulo: 'DCP', descricao: 'd', resumo: null },
        ],
      },
    ];
    const menu_item = [item({ id: 1, area: 'lai', secao_id: 8, destino_tipo: 'rota', destino: '/sic' })];
    const state = parseSiteState(JSON.stringify({ ...EMPTY, secao_lai, menu_item }), true);
    expect(state.dataLai[0]?.categorias.map(({ slug, total, ultimoEm }) => [slug, total, ultimoEm])).toEqual([
      ['dair', 12, '2026-01-30'],
      ['dcp', 0, null],
    ]);
    expect(state.dataLai[0]?.links.map(({ destino }) => destino)).toEqual(['/sic']);
    expect([state.dataMenu, state.demonstracao]).toEqual([routeMenu(), true]);
  });

  it('says of an entry that leads to a part of a page which page that is, where no other entry of the main menu leads there', () => {
    const menu_item = ['/lai#contas', '/faq#prazos', '/faq#valores', '/sic#prazos', '/sic', '/noticias'].map((destino, index) =>
      item({ id: index + 1, destino_tipo: 'rota', destino }),
    );
    const { dataMenu } = parseSiteState(JSON.stringify({ ...EMPTY, menu_item }), false);
    expect(dataMenu.flatMap(({ destino, paginaInteira }) => (paginaInteira === undefined ? [] : [[destino, paginaInteira]]))).toEqual([
      ['/lai#contas', '/lai'],
    ]);
  });

  it.each(['javascript:alert(1)', '//outro.example/', 'file:///etc/passwd'])('gives an entry with the address %s no link', (destino) => {
    const menu_item = [item({ id: 1, destino_tipo: 'rota', destino })];
    expect(parseSiteState(JSON.stringify({ ...EMPTY, menu_item }), false).dataMenu[0]?.destino).toBeNull();
  });

  it('keeps a menu of the institution as it is, and adds that of the routes to other entries', () => {
    const menuOf = (...menu_item: readonly ReturnType<typeof item>[]) =>
      parseSiteState(JSON.stringify({ ...EMPTY, menu_item }), false).dataMenu.map(({ id }) => id);
    expect(menuOf(item({ id: 1 }))).toEqual([1]);
    const routeIds = routeMenu().map(({ id }) => id);
    expect(menuOf(item({ id: 1, area: 'rodape' }))).toEqual([...routeIds, 1]);
  });

  it('takes an emptied field of the configuration for none', () => {
    const rest = { image_header: null, logo: null, url_radar: null, url_receitas_despesas: null, url_pncp: 'data:,x' };
    const row = {
      ...rest,
      nome: 'IPREV',
      titulo_padrao: '',
      descricao: '',
      favicon: '',
      imagem_social: '',
      url_extrato_previdenciario: null,
    };
    const [site] = parseSiteState(JSON.stringify({ ...EMPTY, configuracao_site: [row] }), false).siteConfig;
    expect(site).toMatchObject({ nome: 'IPREV', titulo: null, descricao: null, favicon: null, imagem_social: null, url_pncp: null });
  });

  it('holds the names of the collegiate bodies by their keys', () => {
    const rows = {
      ...EMPTY,
      orgao_colegiado: [{ __typename: 'orgao_colegiado', id: 4, chave: 'conselho_fiscal', nome: 'Conselho de Contas' }],
    };
    expect(parseSiteState(JSON.stringify(rows), false).orgaos).toEqual([{ chave: 'conselho_fiscal', nome: 'Conselho de Contas' }]);
  });

  it('holds the words of the filters by their keys', () => {
    const rows = {
      ...EMPTY,
      tipo_comunicado: [{ valor: 'aviso' }, { valor: 'edital' }],
      situacao_documento: [{ valor: 'vigente' }],
      tipo_documento: [{ valor: 'pregao' }],
    };
    expect(parseSiteState(JSON.stringify(rows), false).vocabularios).toEqual({
      tiposDeComunicado: ['aviso', 'edital'],
      situacoesDeDocumento: ['vigente'],
      tiposDeDocumento: ['pregao'],
    });
  });
});
