import { describe, expect, test } from 'vitest';
import * as documento from '../../../../client/pages/documento/page.tsx';
import * as documentos from '../../../../client/pages/documentos/page.tsx';
import * as processo from '../../../../client/pages/processo/page.tsx';
import * as textoDoDocumento from '../../../../client/pages/texto-do-documento/page.tsx';
import { textOf } from '../components/render.ts';
import { renderPage } from './render-page.tsx';

const ADDRESS = '/lai/documentos/relatorioAnual';

const ARQUIVO = {
  __typename: 'arquivo',
  id: '11111111-2222-4333-8444-555555555555',
  nome: 'relatorio.pdf',
  mime: 'application/pdf',
  tamanho_bytes: 412_000,
  paginas: 6,
};

const DOCUMENTO = {
  __typename: 'documento',
  id: 7,
  categoria_slug: 'relatorioAnual',
  titulo: 'Relatório de 2025',
  numero: '12',
  exercicio: 2025,
  competencia_inicio: null,
  competencia_fim: null,
  data_ato: '2026-03-04',
  publicado_em: '2026-03-10',
  ementa: 'Contas do ano de 2025.',
  modalidade: null,
  interessado: null,
  valor: 1234.5,
  vigencia_inicio: null,
  vigencia_fim: null,
  pncp_id: null,
  pncp_url: null,
  tipo: null,
  situacao: { __typename: 'situacao_documento', valor: 'vigente', rotulo: 'Vigente' },
  orgao: null,
  reuniao: null,
  licitacao: null,
  fiscais: [],
};

const LINHA = {
  ...DOCUMENTO,
  arquivos: [{ __typename: 'documento_arquivo', documento_id: 7, arquivo_id: ARQUIVO.id, rotulo: null, arquivo: ARQUIVO }],
};

const DECLARACAO = {
  __typename: 'declaracao_inexistencia',
  id: 3,
  exercicio: 2024,
  competencia_inicio: null,
  competencia_fim: null,
  texto: 'Não houve relatório em 2024.',
  signatario: 'Ana Lima',
  cargo: 'Diretora',
  declarado_em: '2025-01-10',
  arquivo: null,
};

const RESUMO = {
  __typename: 'categoria_resumo',
  slug: 'relatorioAnual',
  total: 1,
  declaracoes: 0,
  ultimo_publicado_em: '2026-03-10',
  situacao_atualizacao: 'em_dia',
  atrasada_desde: null,
  periodo_devido_fim: '2025-12-31',
};

const CATEGORIA = {
  __typename: 'categoria_documento',
  slug: 'relatorioAnual',
  rotulo: 'Relatório anual',
  rotulo_curto: 'Relatório',
  descricao: 'Um por ano.',
  ajuda_html: null,
  base_legal: 'Lei nº 1/2000',
  codigos_pntp: ['8.1-8.7'],
  campos: ['numero', 'exercicio', 'valor', 'situacao'],
  secao: { __typename: 'secao_lai', id: 3, chave: 'contas', nome: 'Contas' },
  ritmo: { __typename: 'periodicidade', valor: 'anual', rotulo: 'Uma vez por ano', meses: 12 },
  responsavel: { __typename: 'unidade', id: 2, nome: 'Diretoria Financeira' },
  resumo: RESUMO,
  exercicios: [{ __typename: 'categoria_exercicio', exercicio: 2025, total: 1 }],
  situacoes: [],
  filtros: [
    { __typename: 'categoria_filtro', campo: 'mes', valor: '2', rotulo: 'fevereiro' },
    { __typename: 'categoria_filtro', campo: 'mes', valor: '4', rotulo: 'abril' },
    { __typename: 'categoria_filtro', campo: 'orgao', valor: 'conselho_fiscal', rotulo: 'Conselho Fiscal' },
    { __typename: 'categoria_filtro', campo: 'tipo', valor: 'balancete', rotulo: 'Balancete' },
    { __typename: 'categoria_filtro', campo: 'tipo', valor: 'outro', rotulo: 'Outro' },
  ],
  declaracoes: [] as readonly object[],
};

interface List {
  readonly categoria?: object;
  readonly linhas?: readonly object[];
  readonly total?: number;
}

function list(address: string, { categoria = {}, linhas = [LINHA], total = linhas.length }: List = {}): string {
  const data = {
    categoria_documento_by_pk: { ...CATEGORIA, ...categoria },
    documento: (linhas.length === 0 ? [null] : linhas).map((documento) => ({ __typename: 'item_listado', total, documento })),
  };
  return renderPage(documentos, address, { results: { DocumentosDaCategoria: data } });
}

const EMPTY = { linhas: [], categoria: { resumo: { ...RESUMO, total: 0, ultimo_publicado_em: null } } };

describe('the list of a category', () => {
  test('the list of a category links each document to its page and its files, with the fields of the profile that its title does not say', () => {
    const html = list(ADDRESS);
    expect(html).toContain('href="/lai/documentos/relatorioAnual/7"');
    expect(html).toContain(`href="/nhostprovider/${ARQUIVO.id}"`);
    const text = textOf(html);
    expect(text).toMatch(/Relatório de 2025 PDF, 412 kB\s*, 6 páginas/);
    expect(text).toMatch(/Contas do ano de 2025\. Número 12 Valor R\$\s1\.234,50/);
    expect(text).toContain('Vigente');
    expect(text).not.toContain('Exercício 2025');
  });

  test('says who answers for it, by which rule, how often and whether it is on time', () => {
    const html = list(ADDRESS);
    expect(html).toContain('href="/institucional/unidade/2"');
    expect(textOf(html)).toMatch(
      /Uma vez por ano.*Em dia.*Lei nº 1\/2000 Critérios do PNTP 8\.1-8\.7.*Encontrou um problema\? Fale com o SIC/,
    );
    const late = list(ADDRESS, { categoria: { resumo: { ...RESUMO, situacao_atualizacao: 'atrasada', atrasada_desde: '2026-05-01' } } });
    expect(textOf(late)).toContain('Atrasada desde 1º de maio de 2026');
  });

  test('the list of a category shows declarations beside documents, but not among the results of a search for words', () => {
    const categoria = { declaracoes: [DECLARACAO] };
    expect(textOf(list(ADDRESS, { categoria }))).toMatch(
      /Exercício de 2024 Não houve relatório em 2024\. Ana Lima, Diretora, em 10 de janeiro de 2025/,
    );
    expect(textOf(list(`${ADDRESS}?q=contas`, { categoria }))).not.toContain('Não houve relatório');
  });

  test('offers no package where the files are more than one may have, and says what to do', () => {
    expect(list(ADDRESS, { total: 500 })).toContain('relatorioAnual.zip');
    const html = list(ADDRESS, { total: 501 });
    expect(html).not.toContain('.zip');
    expect(html).toContain('Arquivos em ZIP: até 500 por vez. Escolha um ano ou outro filtro.');
  });

  test('the page links of a list keep the filters', () => {
    const html = list(`${ADDRESS}?ano=2025&situacao=vigente`, { total: 45 });
    expect(html).toContain(`href="${ADDRESS}?ano=2025&amp;pagina=2&amp;situacao=vigente#resultados"`);
  });
});

describe('the filters of a list', () => {
  const MENSAL = { __typename: 'periodicidade', valor: 'mensal', rotulo: 'Todo mês', meses: 1 };
  const fields = (html: string): readonly (string | undefined)[] =>
    [...html.matchAll(/<select [^>]*name="([a-z_]+)"/g)].map(([, name]) => name);

  test('are those of which its documents have more than one value, months only where the profile has dates within the year', () => {
    expect(fields(list(ADDRESS))).toEqual(['tipo', 'ordem', 'por_pagina']);
    const campos = ['competencia', 'tipo'];
    expect(fields(list(ADDRESS, { categoria: { campos, ritmo: MENSAL } }))).toEqual(['tipo', 'mes', 'ordem', 'por_pagina']);
    expect(fields(list(ADDRESS, { categoria: { campos } }))).toEqual(['tipo', 'ordem', 'por_pagina']);
  });

  test('the filters in use are named above the results, each with the address without it', () => {
    const html = list(`${ADDRESS}?orgao=conselho_fiscal&tipo=balancete&mes=4`, { categoria: { campos: ['data_ato'], ritmo: MENSAL } });
    expect(textOf(html)).toContain('1 documento · Balancete · Conselho Fiscal · abril');
    expect(html).toContain(`href="${ADDRESS}?tipo=balancete&amp;mes=4"`);
    expect(html).toContain(`href="${ADDRESS}.csv?tipo=balancete&amp;orgao=conselho_fiscal&amp;mes=4"`);
  });
});

describe('a list without documents', () => {
  test('says that a single letter is too little to look for, with the way back', () => {
    const html = list(`${ADDRESS}?q=a`, { linhas: [] });
    expect(textOf(html)).toContain('“a” é pouco para procurar');
    expect(textOf(html)).toContain('Voltar à lista inteira');
    expect(textOf(html)).not.toContain('com esses filtros');
  });

  test('an empty list with filters offers to remove them, and to search the whole site for its words', () => {
    const html = list(`${ADDRESS}?q=b%C3%A1lancete+%26+ata&ano=2026`, { linhas: [] });
    expect(textOf(html)).toContain('Não há documentos com esses filtros');
    expect(html).toContain(`href="${ADDRESS}"`);
    expect(html).toContain('<a href="/busca?q=b%C3%A1lancete+%26+ata"');
    expect(list(`${ADDRESS}?ano=2026`, { linhas: [] })).not.toContain('href="/busca?');
  });

  test('an empty list with a declaration shows it once', () => {
    const text = textOf(list(ADDRESS, { ...EMPTY, categoria: { ...EMPTY.categoria, declaracoes: [DECLARACAO] } }));
    expect(text.split('Não houve relatório em 2024.')).toHaveLength(2);
  });

  test('an empty list with a rhythm announces its first document; one without says that the list is new', () => {
    expect(textOf(list(ADDRESS, EMPTY))).toContain('recebe documentos uma vez por ano');
    const ritmo = { __typename: 'periodicidade', valor: 'eventual', rotulo: 'Quando houver', meses: null };
    expect(textOf(list(ADDRESS, { ...EMPTY, categoria: { ...EMPTY.categoria, ritmo } }))).toContain('Ainda não há documentos nesta lista');
  });
});

const SEM_PAGAMENTOS = { __typename: 'pagamento_aggregate', aggregate: { __typename: 'pagamento_aggregate_fields', count: 0, sum: null } };

describe('the page of a document', () => {
  const page = (changes: object = {}): string => {
    const row = {
      ...DOCUMENTO,
      resumo_simples: 'O que entrou e o que saiu.',
      fonte: null,
      url_externa: null,
      diario_oficial_edicao: null,
      diario_oficial_url: null,
      edicao: 1,
      atualizado_em: '2026-03-10T12:00:00+00:00',
      categoria: CATEGORIA,
      arquivos: [
        {
          __typename: 'documento_arquivo',
          documento_id: 7,
          arquivo_id: ARQUIVO.id,
          rotulo: 'Texto assinado',
          papel_arquivo: { __typename: 'papel_arquivo', valor: 'principal', rotulo: 'Documento principal' },
          arquivo: { ...ARQUIVO, sha256: 'a1'.repeat(32), pesquisavel: true },
        },
      ],
      numeros: [],
      pagamentos: [],
      pagamentos_aggregate: SEM_PAGAMENTOS,
      versoes: [],
      substitui: null,
      revogado_por: null,
      substituido_por: [],
      revoga: [],
      contratos: [],
      relacoes: [],
      relacoes_inversas: [],
      reunioes_da_ata: [],
      instituicoes_credenciadas: [],
      progestao_evidencias: [],
      ...changes,
    };
    return renderPage(documento, `${ADDRESS}/7`, { results: { Documento: { documento_by_pk: row, documento_retirado: [] } } });
  };

  test('the page of a document begins in plain words and gives file, role and hash with the way to check it', () => {
    const text = textOf(page());
    expect(text).toMatch(
      /^O que entrou e o que saiu\. 4 de março de 2026 PDF, 412 kB, 6 páginas Vigente Abrir PDF Ementa Contas do ano de 2025\./,
    );
    expect(text).toContain('Texto assinado (PDF, 412 kB, 6 páginas)');
    expect(text).toContain(
      `Documento principal Texto pesquisável Ler o texto nesta tela : Texto assinado Ver o arquivo nesta página Se o arquivo não aparecer, abra-o sozinho .`,
    );
    expect(text).toContain(`Conferir integridade Texto assinado, SHA-256: ${'a1'.repeat(32)}`);
    expect(text).toContain('sha256sum');
  });

  test('a document is cited by its permanent address', () => {
    expect(textOf(page())).toContain('Disponível em: https://site.example/lai/documentos/relatorioAnual/7');
  });

  test('the page of a document begins with a warning when another document revoked it', () => {
    const revogado_por = {
      __typename: 'documento',
      id: 9,
      categoria_slug: 'relatorioAnual',
      titulo: 'Relatório corrigido',
      data_ato: null,
      publicado_em: null,
    };
    const html = page({ revogado_por });
    expect(textOf(html)).toMatch(
      /^O que entrou e o que saiu\. 4 de março de 2026 [^E]*Este documento foi revogado Abrir PDF (Atenção )?Este documento foi revogado Quem o revogou: Relatório corrigido/,
    );
    expect(html).toContain('href="/lai/documentos/relatorioAnual/9"');
  });

  test('the numbers of a document stand in a table beside those of other years, and in a chart with their names', () => {
    const fonte = { __typename: 'documento', categoria_slug: 'relatorioAnual', data_ato: null, publicado_em: null };
    const numero = (ano: number, valor: number): object => ({
      __typename: 'numero_documento',
      id: ano,
      data_base: `${ano}-12-31`,
      valor,
      documento: { ...fonte, id: ano, titulo: `Relatório de ${ano}` },
    });
    const indicador = {
      __typename: 'indicador',
      codigo: 'guardado',
      grupo: 'Resultado atuarial',
      nome: 'Dinheiro guardado',
      significado: 'O que estava aplicado.',
      unidade: 'reais',
      numeros: [numero(2025, 317_429_632.73), numero(2024, 287_552_015.94)],
    };
    const html = page({ numeros: [{ __typename: 'numero_documento', id: 2025, indicador }] });
    expect(textOf(html)).toContain('31/12/2025 317,43 Relatório de 2025 31/12/2024 287,55 Relatório de 2024');
    expect(html).toContain('aria-label="Dinheiro guardado, de 31/12/2024 a 31/12/2025. Os valores estão na tabela abaixo."');
  });

  test('the page of a document says so when there is no file', () => {
    expect(textOf(page({ arquivos: [] }))).toContain('Este registro não tem arquivo');
    expect(textOf(page())).toContain('Não consegue ler este documento?');
    expect(textOf(page({ arquivos: [] }))).not.toContain('Não consegue ler este documento?');
  });

  test('a contract leads to the purchase that its tender began, and says what was paid', () => {
    const licitacao = {
      __typename: 'documento',
      id: 4,
      categoria_slug: 'publicacaoLicitacao',
      titulo: 'Pregão',
      data_ato: null,
      publicado_em: null,
    };
    const html = page({ licitacao, ...pagos(12, 5) });
    expect(html).toContain('href="/lai/processos/4"');
    expect(textOf(html)).toContain('12 pagamentos, que somam R$ 5,00. Aqui estão os mais novos; todos estão nos dados abertos');
    expect(page()).not.toContain('/lai/processos/');
  });
});

/** What was paid for a document: one payment, and the count and sum of all. */
function pagos(count: number, valor: number): object {
  const pagamento = { __typename: 'pagamento', id: 1, pago_em: '2026-03-10', valor, empenho: '2026NE001', referente_a: 'Parcela 1 de 12' };
  const sum = { __typename: 'pagamento_sum_fields', valor };
  return {
    pagamentos: [pagamento],
    pagamentos_aggregate: { __typename: 'pagamento_aggregate', aggregate: { __typename: 'pagamento_aggregate_fields', count, sum } },
  };
}

describe('the page of a purchase', () => {
  const peca = (id: number, data_ato: string, extra: object = {}): object => ({
    __typename: 'documento',
    id,
    categoria_slug: 'contratoPublicacao',
    titulo: `Documento ${id}`,
    numero: null,
    data_ato,
    publicado_em: data_ato,
    interessado: 'Brilho Ltda.',
    valor: 1200,
    vigencia_inicio: null,
    vigencia_fim: null,
    tipo: null,
    situacao: null,
    pagamentos: [],
    pagamentos_aggregate: SEM_PAGAMENTOS,
    ...extra,
  });
  const page = (row: object | null): string =>
    renderPage(processo, '/lai/processos/4', { results: { Processo: { documento_by_pk: row as never, documento_retirado: [] } } });
  const aditivo = { __typename: 'documento_relacao', de_id: 6, para_id: 5, tipo: 'aditivo', de: peca(6, '2026-02-01') };
  const EDITAL = {
    ...DOCUMENTO,
    ...(peca(4, '2025-01-09', { categoria_slug: 'publicacaoLicitacao', interessado: null }) as typeof DOCUMENTO),
    resumo_simples: 'Compra de: limpeza.',
    // Entered in another order, and the amendment once more as a contract of its own.
    contratos: [
      { ...peca(6, '2026-02-01'), relacoes_inversas: [] },
      { ...peca(5, '2025-02-06', pagos(1, 100)), relacoes_inversas: [aditivo] },
    ],
    relacoes_inversas: [],
  };

  test('its documents stand once each, in the order of their days, with supplier and value, and the payments below', () => {
    const text = textOf(page(EDITAL));
    expect([...text.matchAll(/Documento \d/g)].map(String).slice(0, 3)).toEqual(['Documento 4', 'Documento 5', 'Documento 6']);
    expect(text).toContain('06/02/2025 Documento 5 Brilho Ltda. R$ 1.200,00');
    expect(text).toContain('Pago até agora R$ 100,00');
    expect(text).toContain('Um pagamento, de R$ 100,00.');
  });
});

test('the text of a file names each of its pages once, and no landmark by them', () => {
  const partes_do_texto = [
    { __typename: 'arquivo_parte', ordem: 1, pagina: 1, parte: 'Começo da primeira.' },
    { __typename: 'arquivo_parte', ordem: 2, pagina: 1, parte: 'Fim da primeira.' },
    { __typename: 'arquivo_parte', ordem: 3, pagina: 2, parte: 'A segunda.' },
  ];
  const arquivo = { ...ARQUIVO, partes_do_texto, partes_do_texto_aggregate: { aggregate: { count: 3 } } };
  const TextoDoDocumento = { documento_by_pk: { ...DOCUMENTO, lido: [{ rotulo: null, arquivo }] }, documento_retirado: [] };
  const html = renderPage(textoDoDocumento, `${ADDRESS}/7/texto`, { results: { TextoDoDocumento } });
  const conteudo = /<div id="resultados".*A segunda\./s.exec(html)?.[0] ?? '';
  expect(textOf(conteudo)).toBe('Página 1 Começo da primeira. Fim da primeira. Página 2 A segunda.');
  expect(conteudo).not.toContain('aria-label');
});
