import { describe, expect, it } from 'vitest';
import * as bannerComunicado from '../../../../client/pages/banner-comunicado/page.tsx';
import * as busca from '../../../../client/pages/busca/page.tsx';
import * as comunicado from '../../../../client/pages/comunicado/page.tsx';
import * as faq from '../../../../client/pages/faq/page.tsx';
import * as inicio from '../../../../client/pages/inicio/page.tsx';
import * as mapa from '../../../../client/pages/mapa/page.tsx';
import * as noticia from '../../../../client/pages/noticia/page.tsx';
import { EXEMPLOS_DE_BUSCA } from '../../../../shared/routes/search-results.ts';
import { renderPage } from './render-page.tsx';

const FILE = '11111111-2222-4333-8444-555555555555';
const imagem = { __typename: 'arquivo', id: FILE, alt: 'Fila no atendimento', largura: 1280, altura: 720 };
const count = (table: string, value: number) => ({
  __typename: `${table}_aggregate`,
  aggregate: { __typename: `${table}_aggregate_fields`, count: value },
});

describe('a news item', () => {
  const row = {
    __typename: 'noticia',
    id: 7,
    titulo: 'Censo </script> começa',
    chapeu: 'Censo',
    resumo: 'Veja o calendário.',
    corpo_html: '<p>Texto.</p>',
    termos: [],
    legenda: 'Fila',
    credito: 'Ana',
    autor: null,
    tags: ['censo'],
    publicado_em: '2026-03-04T12:00:00+00:00',
    atualizado_em: '2026-03-04T12:30:00+00:00',
    imagem,
    categoria_noticia: null,
  }; // prettier-ignore
  const render = (fields: object): string =>
    renderPage(noticia, '/informacoes/noticia/7', {
      results: {
        Noticia: { noticia_by_pk: { ...row, ...fields } },
        NoticiaEmVolta: { relacionadas: [], anterior: [], seguinte: [{ __typename: 'noticia', id: 8, titulo: 'Outra' }] },
      },
    });

  it('shows picture with its words, moment, subjects and the neighbour', () => {
    const html = render({});
    expect(html).toContain('alt="Fila no atendimento"');
    expect(html).toContain('Foto: Ana');
    expect(html).toContain('4 de março de 2026 às 9h');
    expect(html).toContain('href="/busca?q=censo"');
    expect(html).toContain('href="/informacoes/noticia/8"');
  });

  it('a news item names an update only when it came after the first hour', () => {
    expect(render({})).not.toContain('Atualizada em');
    expect(render({ atualizado_em: '2026-03-05T12:00:00+00:00' })).toContain('Atualizada em');
  });
});

describe('a notice', () => {
  const row = {
    __typename: 'comunicado',
    id: 3,
    titulo: 'Prazo',
    resumo: null,
    tipo: 'prazo',
    prioridade: 'urgente',
    publicado_em: '2026-01-01T12:00:00+00:00',
    valido_de: '2026-01-01T12:00:00+00:00',
    valido_ate: '2026-02-01T12:00:00+00:00',
    tipo_comunicado: { __typename: 'tipo_comunicado', valor: 'prazo', rotulo: 'Prazo' },
    vigente: { __typename: 'comunicado_vigente', id: 3 },
    corpo_html: '<p>Texto.</p>',
    termos: [],
    publico_alvo: ['aposentado', 'pensionista'],
    atualizado_em: '2026-01-01T12:00:00+00:00',
    prioridade_comunicado: { __typename: 'prioridade_comunicado', valor: 'urgente', rotulo: 'Urgente' },
    arquivos: [
      {
        __typename: 'comunicado_arquivo',
        comunicado_id: 3,
        arquivo_id: FILE,
        rotulo: 'Calendário',
        arquivo: { __typename: 'arquivo', id: FILE, nome: 'c.pdf', mime: 'application/pdf', tamanho_bytes: 41_200, paginas: 2 },
      },
      { __typename: 'comunicado_arquivo', comunicado_id: 3, arquivo_id: 'x', rotulo: 'Não publicado', arquivo: null },
    ],
  }; // prettier-ignore
  const render = (fields: object): string =>
    renderPage(comunicado, '/informacoes/comunicado/3', { results: { Comunicado: { comunicado_by_pk: { ...row, ...fields } } } });

  it('a notice names kind, urgency, audience and files with type and size', () => {
    const html = render({});
    expect(html).toContain('Urgente');
    expect(html).toContain('aposentados e pensionistas');
    expect(html).toMatch(/Calendário <span[^>]*>\(PDF, 41 kB, 2 páginas\)/);
    expect(html).not.toContain('Não publicado');
    expect(html).not.toContain('encerrado');
  });

  it('a notice stays readable after its validity and says that it is over', () => {
    const html = render({ vigente: null });
    expect(html).toContain('Comunicado encerrado');
    expect(html).toContain('Texto.');
  });

  it('a notice that may still lie ahead is not called ended', () => {
    expect(render({ vigente: null, valido_de: '2026-01-20T12:00:00+00:00' })).not.toContain('Comunicado encerrado');
    expect(render({ vigente: null, valido_ate: null })).not.toContain('Comunicado encerrado');
  });
});

describe('the notice behind a banner', () => {
  const row = {
    __typename: 'banner_comunicado',
    id: 2,
    titulo: 'Prova de vida',
    subtitulo: null,
    texto_alternativo: 'Cartaz da prova de vida',
    corpo_html: '<p>Texto.</p>',
    link_url: '/paginas/prova-de-vida',
    link_rotulo: null,
    exibir_de: '2025-01-01T12:00:00+00:00',
    exibir_ate: '2025-06-01T18:00:00+00:00',
    imagem,
    vigente: null,
  }; // prettier-ignore
  const render = (fields: object): string =>
    renderPage(bannerComunicado, '/informacoes/bannerComunicado/2', {
      results: { BannerComunicado: { banner_comunicado_by_pk: { ...row, ...fields } } },
    });

  it('the notice behind a banner says when it ended and stays readable', () => {
    const html = render({});
    expect(html).toMatch(/encerrado em <time[^>]*>1º de junho de 2025 às 15h<\/time>/);
    expect(html).toContain('Texto.');
    expect(html).toContain('alt="Cartaz da prova de vida"');
    expect(html).toContain('href="/paginas/prova-de-vida"');
  });

  it.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x'])(
    'the notice behind a banner does not link to %s',
    (link_url) => {
      expect(render({ link_url })).not.toContain('Saiba mais');
    },
  );
});

describe('the questions', () => {
  const grupo = {
    __typename: 'faq_categoria',
    id: 1,
    nome: 'Pensão',
    slug: 'pensao',
    perguntas: [
      {
        __typename: 'pergunta_frequente',
        id: 5,
        pergunta: 'Quem recebe?',
        resposta_html: '<p>O cônjuge.</p>',
        destaque: false,
        atualizado_em: '2026-05-02T12:00:00+00:00',
      },
    ],
  }; // prettier-ignore

  it('each question can be opened by its address and says when it was revised', () => {
    const html = renderPage(faq, '/informacoes/faq', {
      results: { Faq: { faq_categoria: [grupo], pergunta_frequente_aggregate: count('pergunta_frequente', 1) } },
    });
    expect(html).toMatch(/<details(?: [^>]*)?>(?:(?!<\/details>).)*id="pergunta-5"/s);
    expect(html).toContain('<p>O cônjuge.</p>');
    expect(html).toContain('2 de maio de 2026');
  });

  it('shows what most people ask first, open and once, unless words are searched', () => {
    const [pergunta] = grupo.perguntas;
    const perguntas = [pergunta, { ...pergunta, id: 6, pergunta: 'Como pedir?', destaque: true }];
    const results = { Faq: { faq_categoria: [{ ...grupo, perguntas }], pergunta_frequente_aggregate: count('pergunta_frequente', 2) } };
    const orderOf = (html: string): readonly (string | undefined)[] =>
      [...html.matchAll(/<details( open="")?|id="pergunta-(\d)"/g)].map(([text, open, id]) => id ?? (open === undefined ? text : 'open'));
    expect(orderOf(renderPage(faq, '/informacoes/faq', { results }))).toEqual(['open', '6', '<details', '5']);
    expect(orderOf(renderPage(faq, '/informacoes/faq?q=pensao', { results }))).toEqual(['open', '5', 'open', '6']);
  });

  it('offers a link when no question matches', () => {
    const html = renderPage(faq, '/informacoes/faq?q=xyz', {
      results: { Faq: { faq_categoria: [], pergunta_frequente_aggregate: count('pergunta_frequente', 0) } },
    });
    expect(html).toContain('Nenhuma pergunta com “xyz”');
    expect(html).toContain('<a href="/busca?q=xyz"');
    expect(html).toContain('href="/sic"');
  });
});

describe('the search', () => {
  const row = {
    __typename: 'resultado_da_busca',
    posicao: 1,
    chave: '9',
    tipo: 'documento',
    categoria: 'crp',
    destino: 'crp',
    titulo: 'CRP 2026',
    trecho: 'Certidões em dia.',
    pagina: 3,
    data: '2026-02-01',
    em_vigor: true,
    total: 12,
    modo: 'todas',
    corrigida: null,
    lexemas: 'crp certida',
    rotulo: 'Certificado',
    facetas: {
      tipos: [
        { valor: 'documento', total: 11 },
        { valor: 'noticia', total: 1 },
      ],
      anos: [{ valor: '2026', total: 12 }],
      categorias: [{ valor: 'crp', rotulo: 'Certificado', total: 11 }],
    },
  };
  const nothing = { ...row, chave: null, tipo: null, titulo: null, total: 0, lexemas: null, facetas: {} };
  const found = (...resultado: readonly object[]) => ({ results: { Busca: { recomendado: [], resultado } } });

  it.each([
    ['como peço a pensão por morte do meu marido que era aposentado e morreu no mês passado', false],
    ['servidora exonerada mudou para outro município precisa averbar tempo trabalhado antes disso', true],
  ])('says that of a long question the first eight words are used: %s', (q, isSaid) => {
    const html = renderPage(busca, `/busca?${new URLSearchParams({ q })}`, found(row));
    expect(html.includes('as primeiras oito palavras')).toBe(isSaid);
  });

  it('shows a result with its kind, its page in the PDF and the words that were searched for, and narrows by kind', () => {
    const html = renderPage(busca, '/busca?q=crp+certidao', found(row));
    expect(html).toContain('12 resultados para “crp certidao”');
    expect(html).toContain('href="/lai/documentos/crp/9"');
    expect(html).toContain('<mark>CRP</mark>');
    expect(html).toContain('<mark>Certidões</mark>');
    expect(html).toMatch(/página (?:<!-- -->)?3(?:<!-- -->)? do PDF/u);
    expect(html).toContain('Certificado');
    expect(html).toContain('href="/busca?q=crp+certidao&amp;tipo=noticia"');
    expect(html).toContain('href="/busca?q=crp+certidao&amp;pagina=2#resultados"');
  });

  it.each([
    [{ tipo: 'servico', destino: 'pedir-pensao' }, '/servicos/pedir-pensao'],
    [{ tipo: 'pagina', destino: 'historia' }, '/paginas/historia'],
    [{ tipo: 'pagina', destino: '/sic' }, '/sic'],
    [{ tipo: 'pergunta' }, '/informacoes/faq#pergunta-9'],
    [{ tipo: 'comunicado' }, '/informacoes/comunicado/9'],
    [{ tipo: 'noticia' }, '/informacoes/noticia/9'],
    [{ tipo: 'lista', destino: 'crp' }, '/lai/documentos/crp'],
    [{ tipo: 'unidade' }, '/institucional/unidade/9'],
    [{ tipo: 'pessoa', destino: 'conselho_fiscal' }, '/institucional/conselho-fiscal'],
  ])('a result of %j leads to %s', (fields, href) => {
    expect(renderPage(busca, '/busca?q=crp', found({ ...row, ...fields }))).toContain(`href="${href}"`);
  });

  it('each filter in use is a link that removes it and keeps the others', () => {
    const html = renderPage(busca, '/busca?q=crp&tipo=documento&ano=2026', found(row));
    expect(html).toContain('href="/busca?q=crp&amp;ano=2026"');
    expect(html).toContain('href="/busca?q=crp&amp;tipo=documento"');
  });

  it('says what was searched for instead, and when results have some of the words only', () => {
    const corrected = renderPage(busca, '/busca?q=certidaum', found({ ...row, modo: 'corrigida', corrigida: 'certidão' }));
    expect(corrected).toContain('Você quis dizer <strong>certidão</strong>');
    expect(renderPage(busca, '/busca?q=crp+xyz', found({ ...row, modo: 'parte' }))).toContain('Estes têm parte delas');
  });

  it('shows what the institution recommends first, on its first page only', () => {
    const recomendado = {
      __typename: 'resultado_promovido',
      id: 4,
      titulo: 'Seu contracheque',
      descricao: 'Como ver',
      endereco: '/paginas/contracheque',
    };
    const results = { Busca: { recomendado: [recomendado], resultado: [row] } };
    const html = renderPage(busca, '/busca?q=crp', { results });
    expect(html.indexOf('href="/paginas/contracheque"')).toBeLessThan(html.indexOf('href="/lai/documentos/crp/9"'));
    expect(html).toContain('Recomendado');
    expect(renderPage(busca, '/busca?q=crp&pagina=2', { results })).not.toContain('Seu contracheque');
    const alone = renderPage(busca, '/busca?q=holerite', { results: { Busca: { recomendado: [recomendado], resultado: [nothing] } } });
    expect(alone).toContain('Seu contracheque');
    expect(alone).not.toContain('Nada encontrado');
  });

  it('helps who finds nothing', () => {
    const html = renderPage(busca, '/busca?q=xyz&ano=2026', found(nothing));
    expect(html).toContain('Nada encontrado para “xyz”');
    expect(html).toContain('href="/busca?q=xyz"');
    expect(html).toContain('href="/lai/MenuCompleto"');
    expect(html).toContain('href="/sic"');
    expect(html).toContain('Use menos palavras');
    expect(renderPage(busca, '/busca?q=o+que', found({ ...nothing, lexemas: '' }))).toContain('Escreva também o assunto');
  });

  it('the search without words asks for words and offers some', () => {
    const html = renderPage(busca, '/busca');
    expect(html).toContain('Digite uma ou mais palavras');
    for (const exemplo of EXEMPLOS_DE_BUSCA) expect(html).toContain(`href="/busca?${new URLSearchParams({ q: exemplo })}"`);
  });
});

const POSTO = {
  __typename: 'unidade',
  id: 4,
  nome: 'Posto Beira-Rio',
  sigla: null,
  endereco: 'Rua do Trapiche',
  numero: '85',
  bairro: 'Beira-Rio',
  cep: '68999030',
  cidade: 'Vila Serena',
  uf: 'PA',
  latitude: -1.7496,
  longitude: -48.8784,
  acessibilidade_local: 'Rampa na entrada.',
  horario: [{ dias: 'Segunda a sexta', abre: '08:00', fecha: '12:30' }],
  contatos: [
    {
      __typename: 'contato',
      id: 1,
      tipo: 'telefone',
      rotulo: null,
      valor: '(91) 3000-0008',
      valor_normalizado: null,
      principal: true,
      tipo_contato: { __typename: 'tipo_contato', valor: 'telefone', rotulo: 'Telefone' },
    },
  ],
}; // prettier-ignore

describe('the map of units', () => {
  it('the map page says in words where each unit is, when it is open and how to get there', () => {
    const html = renderPage(mapa, '/informacoes/mapa', { results: { Unidades: { unidade: [POSTO] } } });
    expect(html).toContain('Rua do Trapiche, 85, Beira-Rio, Vila Serena – PA, <span');
    expect(html).toContain('Segunda a sexta, das 8h às 12h30');
    expect(html).toContain('href="tel:+559130000008"');
    expect(html).toContain('Rampa na entrada.');
    expect(html).toContain('https://www.openstreetmap.org/?mlat=-1.7496&amp;mlon=-48.8784#map=18/-1.7496/-48.8784');
  });

  it('the map page offers a map below the list only where tiles are configured, and names their source', () => {
    const results = { Unidades: { unidade: [POSTO] } };
    const without = renderPage(mapa, '/informacoes/mapa', { results });
    expect(without).not.toContain('<details');
    const html = renderPage(mapa, '/informacoes/mapa', { results, settings: { mapTileUrl: 'https://tile.example/{z}/{x}/{y}.png' } });
    expect(html.indexOf('<details')).toBeGreaterThan(html.indexOf('Rampa na entrada.'));
    expect(html).toContain('tile.example');
    expect(html).not.toContain('https://tile.example');
    const semPonto = { Unidades: { unidade: [{ ...POSTO, latitude: null }] } };
    expect(
      renderPage(mapa, '/informacoes/mapa', { results: semPonto, settings: { mapTileUrl: 'https://t.example/{z}/{x}/{y}' } }),
    ).not.toContain('<details');
  });
});

describe('the home page', () => {
  it('the home page is rendered without any content and has its own h1', () => {
    const results = {
      BannersVigentes: { banner_comunicado: [] },
      ComunicadosVigentes: { prioridade_comunicado: [] },
      NoticiasRecentes: { destaque: [], noticia: [] },
      DocumentosRecentes: { documento: [] },
      SelosDeRegularidade: { documento: [], progestao_certificacao: [] },
    };
    const html = renderPage(inicio, '/', { results });
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('Não há comunicados em vigor.');
    expect(html).toContain('href="/lai"');
    expect(html).not.toContain('Em destaque');
  });
});
