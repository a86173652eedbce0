import { describe, expect, test } from 'vitest';
import { relatorioEmCsv, relatorioEmJson } from '../../../../shared/atendimento/estatistica/arquivo.ts';
import { assuntosMaisPedidos } from '../../../../shared/atendimento/estatistica/mais-pedidos.ts';
import { quadroPorMes, quadrosDoRelatorio, textoDaQuantidade } from '../../../../shared/atendimento/estatistica/quadros.ts';
import { lerRelatorio, type ResultadoDoRelatorio } from '../../../../shared/atendimento/estatistica/relatorio.ts';
import { resumoDoRelatorio } from '../../../../shared/atendimento/estatistica/resumo.ts';
import { csvCell } from '../../../../shared/open-data/csv.ts';
import { ESTATISTICAS } from '../../../../shared/open-data/estatisticas.ts';

type Linha = ResultadoDoRelatorio['linha_do_relatorio'][number];

function linha(
  dimensao: string,
  valor: string,
  [minimo, maximo]: readonly [number | null, number | null],
  outros: Partial<Linha> = {},
): Linha {
  const base = { __typename: 'linha_do_relatorio', parte: 'periodo', ano: 2025, mes_inicio: 1, mes_fim: 12, media: null } as const;
  return { ...base, dimensao, valor, minimo, maximo, ...outros };
}

const mes = (ano: number, [inicio, fim]: readonly [number, number], numero: number): Linha =>
  linha('total', 'total', [numero, numero], { parte: 'serie', ano, mes_inicio: inicio, mes_fim: fim });

describe('a number', () => {
  test.each([
    [[0, 0], '0'],
    [[1204, 1204], '1.204'],
    [[1, 4], 'menos de 5'],
    [[0, 4], 'menos de 5'],
    [[10, 14], '10 a 14'],
    [[0, 14], '0 a 14'],
  ] as const)('a number between %s is told as %s', ([minimo, maximo], texto) => {
    expect(textoDaQuantidade({ minimo, maximo })).toBe(texto);
  });

  test('the dictionary of the open data shows a small number as the file has it', () => {
    const column = ESTATISTICAS.columns.find(({ name }) => name === 'texto');
    expect(column?.example).toBe(textoDaQuantidade({ minimo: 1, maximo: 4 }));
  });
});

describe('the cases of which a dimension says nothing', () => {
  test.each([
    ['prorrogacao', 'Sem prorrogação'],
    ['imediata', 'Não respondida na hora'],
    ['recurso', 'Sem recurso'],
    ['reclamacao', 'Sem reclamação'],
    ['fundamento', 'Sem razão de negativa'],
    ['solicitante', 'Demais pedidos'],
    ['pessoa', 'Não informado'],
  ])('are told in the file by what %s says of them', (dimensao, rotulo) => {
    const relatorio = { assunto: [], relatorio_estatistico: [], linha_do_relatorio: [linha(dimensao, 'nao_informado', [82, 82])] };
    expect(relatorioEmCsv(relatorio, 'sic')).toContain(`;${dimensao};nao_informado;${rotulo};82;82;;82;Não\r\n`);
  });
});

describe('the tables of values', () => {
  test('show every value of a closed list, also those that no case has, and the rest last', () => {
    const relatorio = lerRelatorio([
      linha('total', 'total', [30, 30]),
      linha('tipo', 'elogio', [10, 10]),
      linha('tipo', 'nao_informado', [20, 20]),
    ]);
    const [quadro] = quadrosDoRelatorio(relatorio, 'ouvidoria');
    expect(quadro?.linhas.map(({ rotulo, celulas }) => [rotulo, ...celulas])).toEqual([
      ['Denúncia', '0'],
      ['Reclamação', '0'],
      ['Solicitação', '0'],
      ['Sugestão', '0'],
      ['Elogio', '10'],
      ['Simplifique', '0'],
      ['Não informado', '20'],
    ]);
  });

  test('join the rare values of an open list in one row', () => {
    const assuntos = Array.from({ length: 14 }, (_nada, indice) => linha('assunto', `Assunto ${indice}`, [20 - indice, 20 - indice]));
    const [quadro] = quadrosDoRelatorio(lerRelatorio(assuntos), 'sic');
    expect(quadro?.linhas).toHaveLength(13);
    expect(quadro?.linhas.at(-1)).toMatchObject({ rotulo: 'Outros (2)', celulas: ['15'] });
  });

  test('say so where a year is not detailed, and are left out where no year has a number', () => {
    const relatorio = lerRelatorio([
      linha('tipo', 'nao_detalhado', [null, null], { ano: 2024 }),
      linha('tipo', 'elogio', [7, 7]),
      linha('assunto', 'nao_detalhado', [null, null]),
    ]);
    const quadros = quadrosDoRelatorio(relatorio, 'ouvidoria');
    expect(quadros.map(({ id }) => id)).toEqual(['tipo']);
    expect(quadros[0]?.linhas[0]?.celulas).toEqual(['não detalhado', '0']);
  });

  test('say in the head of a column which months it has, where it has fewer than twelve', () => {
    const relatorio = lerRelatorio([linha('tipo', 'elogio', [7, 7], { mes_inicio: 4, mes_fim: 6 })]);
    expect(quadrosDoRelatorio(relatorio, 'ouvidoria')[0]?.colunas).toEqual([{ ano: 2025, rotulo: '2025 (abril a junho)' }]);
  });
});

describe('the summary', () => {
  const situacao = (valor: string, numero: number, outros: Partial<Linha> = {}): Linha =>
    linha('situacao', valor, [numero, numero], outros);

  test('adds the answered cases and gives their shares', () => {
    const linhas = [
      linha('total', 'total', [40, 40]),
      situacao('respondida_no_prazo', 30),
      situacao('respondida_com_prorrogacao', 5),
      situacao('em_atraso', 5),
    ];
    const { linhas: quadro } = resumoDoRelatorio(lerRelatorio(linhas), 'ouvidoria');
    expect(Object.fromEntries(quadro.map(({ codigo, celulas }) => [codigo, celulas[0]]))).toEqual({
      recebidas: '40',
      respondidas: '35',
      'no-prazo': '85,7%',
      'no-prazo-prorrogado': '100%',
      'em-andamento': '0',
      'em-atraso': '5',
    });
    expect(quadro.every(({ definicao }) => definicao !== undefined && definicao !== '')).toBe(true);
  });

  test('gives no share of numbers that are not exact', () => {
    const linhas = [
      linha('total', 'total', [40, 40]),
      linha('situacao', 'respondida_no_prazo', [35, 39]),
      linha('situacao', 'em_andamento', [1, 4]),
    ];
    const { linhas: quadro } = resumoDoRelatorio(lerRelatorio(linhas), 'ouvidoria');
    expect(quadro.find(({ codigo }) => codigo === 'no-prazo')?.celulas).toEqual(['—']);
    expect(quadro.find(({ codigo }) => codigo === 'em-andamento')?.celulas).toEqual(['menos de 5']);
  });

  test('names the months of a number that stands for others than its column', () => {
    const linhas = [
      linha('total', 'total', [9, 9], { mes_inicio: 1, mes_fim: 1 }),
      situacao('respondida_no_prazo', 20, { mes_inicio: 1, mes_fim: 3 }),
    ];
    const { linhas: quadro } = resumoDoRelatorio(lerRelatorio(linhas), 'ouvidoria');
    expect(quadro.find(({ codigo }) => codigo === 'respondidas')?.celulas).toEqual(['20 (janeiro a março)']);
  });
});

describe('the table by month', () => {
  test('shows quarters of all years where one of them has no months', () => {
    const relatorio = lerRelatorio([
      ...[1, 2, 3].map((numero) => mes(2024, [numero, numero], 5)),
      mes(2025, [1, 3], 7),
      linha('total', 'total', [15, 15], { ano: 2024 }),
      linha('total', 'total', [7, 7]),
    ]);
    const quadro = quadroPorMes(relatorio, 'Por mês', '');
    expect(quadro?.linhas.map(({ rotulo, celulas }) => [rotulo, ...celulas])).toEqual([['janeiro a março', '15', '7']]);
  });

  test('leaves out a quarter of which only some months were asked for', () => {
    const relatorio = lerRelatorio([
      mes(2024, [1, 1], 5),
      mes(2025, [1, 3], 7),
      linha('total', 'total', [5, 5], { ano: 2024, mes_inicio: 1, mes_fim: 1 }),
      linha('total', 'total', [7, 7], { mes_inicio: 1, mes_fim: 3 }),
    ]);
    expect(quadroPorMes(relatorio, 'Por mês', '')?.linhas.map(({ celulas }) => celulas)).toEqual([['—', '7']]);
  });

  test('is not there where a year is shown as a whole', () => {
    expect(quadroPorMes(lerRelatorio([linha('total', 'total', [7, 7])]), 'Por mês', '')).toBeNull();
  });
});

describe('the file', () => {
  const resultado: ResultadoDoRelatorio = {
    assunto: [],
    relatorio_estatistico: [
      { __typename: 'relatorio_estatistico', codigo: 'sic', anos: [2025], dados_ate: '2025-12-31', demonstracao: false },
    ],
    linha_do_relatorio: [linha('assunto', '=HYPERLINK("a";"b")', [1, 4]), linha('dias', 'media', [null, null], { media: 12.5 })],
  };

  test.each([
    ['=1+1', "'=1+1"],
    ['+55', "'+55"],
    ['@x', "'@x"],
    ['-2', "'-2"],
    ['a;b', '"a;b"'],
    ['diz "sim"', '"diz ""sim"""'],
    ['Perícia', 'Perícia'],
  ])('writes the cell %s as %s', (texto, celula) => {
    expect(csvCell(texto)).toBe(celula);
  });

  test('is CSV with a byte order mark, semicolons and no formula', () => {
    const csv = relatorioEmCsv(resultado, 'sic');
    expect(csv.split('\r\n')).toEqual([
      '\uFEFFcanal;parte;ano;mes_inicio;mes_fim;dimensao;valor;rotulo;minimo;maximo;media;texto;demonstracao',
      `sic;periodo;2025;1;12;assunto;"'=HYPERLINK(""a"";""b"")";"'=HYPERLINK(""a"";""b"")";1;4;;menos de 5;Não`,
      'sic;periodo;2025;1;12;dias;media;media;;;12,5;;Não',
      '',
    ]);
  });

  test('says in both files that the numbers are those of a demonstration', () => {
    const inventado = { ...resultado, relatorio_estatistico: resultado.relatorio_estatistico.map((um) => ({ ...um, demonstracao: true })) };
    expect(relatorioEmCsv(inventado, 'sic')).toContain(';menos de 5;Sim\r\n');
    expect(JSON.parse(relatorioEmJson(inventado, 'sic'))).toMatchObject({ demonstracao: true });
  });

  test('is JSON with the same lines', () => {
    const json = JSON.parse(relatorioEmJson(resultado, 'sic')) as { readonly linhas: readonly Record<string, unknown>[] };
    expect(json).toMatchObject({ canal: 'sic', dados_ate: '2025-12-31', demonstracao: false });
    expect(json.linhas).toHaveLength(2);
    expect(json.linhas[0]).toMatchObject({ minimo: 1, maximo: 4, texto: 'menos de 5' });
    expect(json.linhas[0]).not.toHaveProperty('__typename');
  });
});

describe('the subjects that were asked about most', () => {
  const pagina = (nome: string, titulo: string | null, endereco: string | null): ResultadoDoRelatorio['assunto'][number] => ({
    __typename: 'assunto',
    id: 1,
    nome,
    publicado_em_titulo: titulo,
    publicado_em_url: endereco,
  });
  const dados = (linhas: readonly Linha[], assunto: ResultadoDoRelatorio['assunto'] = []): ResultadoDoRelatorio => ({
    relatorio_estatistico: [],
    linha_do_relatorio: linhas,
    assunto,
  });

  test('are the five largest of the newest year, with the page that publishes them', () => {
    const numeros = ['A', 'B', 'C', 'D', 'E', 'F'].map((nome, indice) => linha('assunto', nome, [10 + indice, 10 + indice]));
    const outroAno = linha('assunto', 'Antigo', [90, 90], { ano: 2024 });
    const paginas = [pagina('F', 'Contratos', '/lai'), pagina('E', 'Só o nome', ''), pagina('D', null, '/lai')];
    expect(assuntosMaisPedidos(dados([outroAno, ...numeros, linha('assunto', 'nao_informado', [50, 50])], paginas))).toEqual({
      periodo: '2025',
      assuntos: [
        { nome: 'F', quantidade: 15, publicadoEm: { titulo: 'Contratos', endereco: '/lai' } },
        { nome: 'E', quantidade: 14, publicadoEm: null },
        { nome: 'D', quantidade: 13, publicadoEm: null },
        { nome: 'C', quantidade: 12, publicadoEm: null },
        { nome: 'B', quantidade: 11, publicadoEm: null },
      ],
    });
  });

  test('leave out what is hidden, and are no list where nothing else is left', () => {
    const escondidos = [linha('assunto', 'Raro', [1, 4]), linha('assunto', 'Em faixa', [10, 14]), linha('assunto', 'Nenhum', [0, 0])];
    expect(assuntosMaisPedidos(dados(escondidos))).toBeNull();
    expect(assuntosMaisPedidos(dados([linha('assunto', 'nao_detalhado', [null, null])]))).toBeNull();
    expect(assuntosMaisPedidos(dados([...escondidos, linha('assunto', 'Visto', [5, 5])]))?.assuntos).toEqual([
      { nome: 'Visto', quantidade: 5, publicadoEm: null },
    ]);
  });
});
