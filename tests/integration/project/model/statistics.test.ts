/** Statistics of the service channels in the database: what the public may read of small numbers, and what a file must be like. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROTULOS } from '../../../../shared/atendimento/estatistica/rotulos.ts';
import { openProjectDatabase, type ProjectDatabase } from './database.ts';

let database: ProjectDatabase;
beforeAll(async () => {
  database = await openProjectDatabase();
}, 60_000);
beforeEach(() => database.exec('begin'));
afterEach(() => database.exec('rollback'));
afterAll(() => database.close());

interface Shown {
  readonly valor: string;
  readonly minimo: number;
  readonly maximo: number;
  readonly oculto: boolean;
  readonly detalhado: boolean;
}

async function protect(quantities: readonly number[], linked: readonly string[] = []): Promise<readonly Shown[]> {
  const values = quantities.map((_quantity, index) => `v${index}`);
  return (await database.query<Shown>('select * from estatistica.proteger($1, $2, $3)', [values, quantities, linked])).rows;
}

/** How many numbers each hidden value may have, when the total and everything that is shown are known. */
function possibilities(shown: readonly Shown[], total: number): readonly number[] {
  const hidden = shown.filter(({ oculto }) => oculto);
  const rest = total - shown.filter(({ oculto }) => !oculto).reduce((sum, { maximo }) => sum + maximo, 0);
  return hidden.map((one) => {
    const others = hidden.filter((other) => other !== one);
    const low = others.reduce((sum, { minimo }) => sum + minimo, 0);
    const high = others.reduce((sum, { maximo }) => sum + maximo, 0);
    return Math.min(one.maximo, rest - low) - Math.max(one.minimo, rest - high) + 1;
  });
}

const quantities = fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 60 })), { minLength: 1, maxLength: 8 });

describe('the values of a dimension', () => {
  it('are exact where none of them is small', async () => {
    expect(await protect([5, 0, 40])).toEqual([
      { valor: 'v0', minimo: 5, maximo: 5, oculto: false, detalhado: true },
      { valor: 'v2', minimo: 40, maximo: 40, oculto: false, detalhado: true },
    ]);
  });

  it('hide a second value with the only small one, which the total would tell', async () => {
    expect(await protect([3, 22, 40])).toMatchObject([
      { valor: 'v0', minimo: 1, maximo: 4, oculto: true },
      { valor: 'v1', minimo: 20, maximo: 24, oculto: true },
      { valor: 'v2', minimo: 40, maximo: 40, oculto: false },
    ]);
  });

  it('are not detailed where the total would tell each of them', async () => {
    expect(await protect([4, 4])).toMatchObject([{ detalhado: false }, { detalhado: false }]);
  });

  it('hide a value that another dimension hides', async () => {
    expect(await protect([12, 30, 40], ['v1'])).toMatchObject([
      { valor: 'v1', minimo: 30, maximo: 34 },
      { valor: 'v0', minimo: 10, maximo: 14 },
      { valor: 'v2', minimo: 40, maximo: 40 },
    ]);
  });

  it('never tell a number from 1 to 4, nor let the total tell a hidden one', async () => {
    await fc.assert(
      fc.asyncProperty(quantities, async (list) => {
        const shown = await protect(list);
        if (shown.some(({ detalhado }) => !detalhado)) return;
        expect(shown.filter(({ oculto, maximo }) => !oculto && maximo < 5)).toEqual([]);
        for (const { valor, minimo, maximo } of shown) {
          const counted = list[Number(valor.slice(1))] ?? 0;
          expect(counted >= minimo && counted <= maximo).toBe(true);
        }
        const total = list.reduce((sum, quantity) => sum + quantity, 0);
        expect(possibilities(shown, total).filter((count) => count < 2)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

type Line = readonly [month: number, dimension: string, value: string, quantity: number];

const csv = (lines: readonly Line[], canal = 'ouvidoria', ano = 2025): string =>
  ['canal;ano;mes;dimensao;valor;quantidade', ...lines.map((line) => [canal, ano, ...line].join(';'))].join('\n');

/** Loads a file in the place of all that was imported before. */
async function loadAlone(content: string): Promise<void> {
  await database.exec('delete from estatistica.soma');
  await load(content);
}

async function load(content: string): Promise<void> {
  await database.query(`insert into importacao_de_estatistica (nome, conteudo) values ('a.csv', $1)`, [content]);
}

/** The sums, each as "year/month value quantity". */
async function sums(): Promise<readonly string[]> {
  const { rows } = await database.query<{ text: string }>(
    `select ano || '/' || mes || ' ' || valor || ' ' || quantidade as text from estatistica.soma order by ano, mes, valor`,
  );
  return rows.map(({ text }) => text);
}

async function imports(): Promise<readonly number[]> {
  const { rows } = await database.query<{ id: number }>('select id from importacao_de_estatistica order by id');
  return rows.map(({ id }) => id);
}

/** Runs a statement that may fail, and leaves the transaction as it was then. */
async function inSavepoint(statement: string): Promise<void> {
  await database.exec('savepoint antes');
  try {
    await database.query(statement);
  } catch (error) {
    await database.exec('rollback to antes');
    throw error;
  }
}

interface ReportLine {
  readonly parte: string;
  readonly dimensao: string;
  readonly valor: string;
  readonly mes_inicio: number;
  readonly mes_fim: number;
  readonly minimo: number | null;
  readonly maximo: number | null;
  readonly media: string | null;
}

async function report(from = 1, to = 12, canal = 'ouvidoria'): Promise<readonly ReportLine[]> {
  const found = await database.query<ReportLine>(`select * from relatorio_de_casos($1, '2025', $2, $3)`, [canal, from, to]);
  return found.rows;
}

const exact = ({ minimo, maximo }: ReportLine): boolean => minimo !== null && minimo === maximo;
/** Whether what is left of one number without the other is the number of cases of some months. */
const contains = (outer: ReportLine, inner: ReportLine): boolean =>
  outer.dimensao === inner.dimensao &&
  outer.valor === inner.valor &&
  outer.mes_inicio <= inner.mes_inicio &&
  outer.mes_fim >= inner.mes_fim;
const isSmall = (number: number): boolean => number !== 0 && Math.abs(number) < 5;

describe('a report', () => {
  const monthly = (counts: readonly number[], dimension: string, value: string): readonly Line[] =>
    counts.flatMap((count, index) => (count === 0 ? [] : [[index + 1, dimension, value, count] as const]));

  it('shows months where none of them is small, quarters, half-years or the year otherwise', async () => {
    const steps = async (counts: readonly number[]): Promise<readonly number[]> => {
      await loadAlone(csv(monthly(counts, 'total', 'total')));
      const series = (await report()).filter(({ parte, dimensao }) => parte === 'serie' && dimensao === 'total');
      return [...new Set(series.map(({ mes_inicio: start, mes_fim: end }) => end - start + 1))];
    };
    expect(await steps([5, 6, 7, 8, 9, 10, 5, 5, 5, 0, 0, 20])).toEqual([1]);
    expect(await steps([4, 6, 7, 8, 9, 10, 5, 5, 5, 0, 0, 20])).toEqual([3]);
    expect(await steps([4, 0, 0, 8, 9, 10, 5, 5, 5, 0, 0, 20])).toEqual([6]);
    expect(await steps([3, 0, 0, 0, 0, 0, 5, 5, 5, 0, 0, 20])).toEqual([]);
  });

  it('widens the asked months to whole steps and says so', async () => {
    await load(csv(monthly([4, 6, 7, 8, 9, 10, 5, 5, 5, 0, 0, 20], 'total', 'total')));
    expect((await report(2, 5)).find(({ dimensao }) => dimensao === 'total')).toMatchObject({
      mes_inicio: 1,
      mes_fim: 6,
      minimo: 44,
      maximo: 44,
    });
  });

  it('tells of a year with less than five cases that there are such', async () => {
    await load(
      csv([
        [3, 'total', 'total', 3],
        [3, 'tipo', 'denuncia', 3],
      ]),
    );
    expect(await report()).toMatchObject([
      { dimensao: 'total', minimo: 1, maximo: 4 },
      { dimensao: 'tipo', valor: 'nao_detalhado', minimo: null, maximo: null },
    ]);
  });

  it('gives no mean of the answers where their number is hidden or small', async () => {
    const answered = (count: number): Line[] => [
      [1, 'total', 'total', 30],
      [1, 'situacao', 'respondida_no_prazo', count],
      [1, 'dias', '7', count],
    ];
    await load(csv(answered(25)));
    expect((await report()).find(({ valor }) => valor === 'media')?.media).toBe('7.0');
    await load(csv(answered(27)));
    expect((await report()).filter(({ valor }) => valor === 'media' || valor === 'mediana')).toEqual([]);
  });

  it('hides the number of those without an answer in each dimension that would tell it', async () => {
    await load(
      csv(
        [
          [1, 'total', 'total', 30],
          [1, 'situacao', 'respondida_no_prazo', 19],
          [1, 'situacao', 'em_andamento', 2],
          [1, 'situacao', 'em_atraso', 9],
          [1, 'tipo_resposta', 'acesso_concedido', 12],
          [1, 'tipo_resposta', 'acesso_negado', 7],
        ],
        'sic',
      ),
    );
    const lines = await report(1, 12, 'sic');
    const range = (dimension: string, value: string): unknown => {
      const found = lines.find(({ dimensao, valor }) => dimensao === dimension && valor === value);
      return [found?.minimo, found?.maximo];
    };
    expect(range('situacao', 'em_andamento')).toEqual([1, 4]);
    expect(range('situacao', 'em_atraso')).toEqual([5, 9]);
    expect(range('tipo_resposta', 'nao_informado')).toEqual([10, 14]);
  });

  it('shows no number, and no difference of two reports of any months, from 1 to 4', async () => {
    const month = fc.tuple(fc.nat(3), fc.nat(9), fc.nat(24));
    await fc.assert(
      fc.asyncProperty(fc.array(month, { minLength: 12, maxLength: 12 }), async (year) => {
        const types = ['denuncia', 'reclamacao', 'elogio'];
        const lines = year.flatMap((counts, index): readonly Line[] => {
          const total = counts.reduce((sum, count) => sum + count, 0);
          if (total === 0) return [];
          return [
            [index + 1, 'total', 'total', total],
            ...counts.flatMap((count, type) => (count === 0 ? [] : [[index + 1, 'tipo', types[type] ?? '', count] as const])),
          ];
        });
        if (lines.length === 0) return;
        await loadAlone(csv(lines));
        const known: ReportLine[] = [];
        for (const [from, to] of [
          [1, 12],
          [1, 3],
          [1, 4],
          [1, 5],
          [4, 4],
          [2, 6],
          [7, 12],
          [9, 9],
        ] as const) {
          known.push(...(await report(from, to)).filter(exact));
        }
        expect(known.filter(({ maximo }) => isSmall(maximo ?? 0))).toEqual([]);
        const pairs = known.flatMap((outer) => known.filter((inner) => contains(outer, inner)).map((inner) => ({ outer, inner })));
        expect(pairs.filter(({ outer, inner }) => isSmall((outer.maximo ?? 0) - (inner.maximo ?? 0)))).toEqual([]);
      }),
      { numRuns: 4 },
    );
  }, 60_000);
});

describe('a file', () => {
  const HEAD = 'canal;ano;mes;dimensao;valor;quantidade';
  const problems = async (content: string): Promise<readonly unknown[]> =>
    (await database.query('select linha, mensagem from conferir_estatistica($1)', [content])).rows;
  const total = 'ouvidoria;2025;1;total;;10';

  it.each([
    ['with semicolons', `${HEAD}\n${total}\n`],
    ['with a byte order mark and line ends of Windows', `\uFEFF${HEAD}\r\n${total}\r\n`],
    [
      'with commas, columns in another order and names with accents',
      'Quantidade,Mês,Ano,Canal,Dimensão,Valor\n10,01,2025,Ouvidoria,Total,\n"5",1,2025,ouvidoria,assunto,"Perícia, prazos"',
    ],
    ['with labels in place of codes', `${HEAD}\n${total}\nouvidoria;2025;1;tipo;Denúncia;5`],
    ['with empty lines', `\n${HEAD}\n\n;;;;;\n${total}\n`],
  ])('%s has no problem', async (_what, content) => {
    expect(await problems(content)).toEqual([]);
  });

  it.each([
    ['', 1, /^O arquivo não tem linhas/],
    ['canal;ano;mes\nouvidoria;2025;1', 1, /^O arquivo não tem linhas, ou a primeira não traz os nomes das colunas/],
    [`${HEAD}\nouv;2025;1;total;;10`, 2, /^O canal “ouv” não existe: use ouvidoria ou sic\.$/],
    [`${HEAD}\n${total}\nouvidoria;25;1;total;;10`, 3, /^“25” não é um ano a partir de 2000\.$/],
    [`${HEAD}\nouvidoria;2025;13;total;;10`, 2, /^“13” não é um mês/],
    [`${HEAD}\nouvidoria;2099;1;total;;10`, 2, /^O mês 1\/2099 ainda não começou\.$/],
    [`${HEAD}\n${total}\nouvidoria;2025;1;tipo_resposta;x;1`, 3, /^A dimensão “tipo_resposta” não existe no canal ouvidoria\.$/],
    [`${HEAD}\n${total}\nouvidoria;2025;1;vence;2025-02-01;1`, 3, /^A dimensão “vence” não existe/],
    [`${HEAD}\n${total}\nouvidoria;2025;1;tipo;pedido;1`, 3, /^O valor “pedido” não existe na dimensão tipo\. Use: denuncia, /],
    [`${HEAD}\n${total}\nouvidoria;2025;1;nota;6;1`, 3, /^O valor “6” não serve para a dimensão nota\.$/],
    [`${HEAD}\n${total}\nouvidoria;2025;1;assunto;de 123.456.789-09;1`, 3, /mostra um CPF/],
    [`${HEAD}\nouvidoria;2025;1;total;;-1`, 2, /^A quantidade “-1” não é um número inteiro/],
    [`${HEAD}\nouvidoria;2025;1;total;;1,5`, 2, /^A quantidade “1,5” não é/],
    [`${HEAD}\n${total}\nouvidoria;2025;01;total;total;3`, 3, /^Repete a linha 2/],
    [`${HEAD}\n${total}\nouvidoria;2025;1;tipo;elogio;11`, 3, /^A soma de tipo em 1\/2025 é 11, e o total do mês é 10\.$/],
    [`${HEAD}\nouvidoria;2025;2;tipo;elogio;11`, 2, /^Falta a linha com o total de 2\/2025\.$/],
    [`${HEAD}\n${total};1`, 2, /^Há colunas a mais/],
    [`${HEAD}\nouvidoria;2025;1`, 2, /^Faltam colunas\.$/],
  ])('%j is refused by its line', async (content, line, message) => {
    expect(await problems(content)).toEqual([{ linha: line, mensagem: expect.stringMatching(message) }]);
  });

  it('is refused whole, and leaves what was there', async () => {
    await load(csv([[1, 'total', 'total', 20]]));
    await database.exec('savepoint antes');
    await expect(
      load(
        csv([
          [1, 'total', 'total', 30],
          [2, 'total', 'total', -1],
        ]),
      ),
    ).rejects.toThrow('Linha 3: A quantidade “-1”');
    await database.exec('rollback to antes');
    expect((await report()).find(({ dimensao }) => dimensao === 'total')).toMatchObject({ minimo: 20, maximo: 20 });
  });

  it.each([
    [`${HEAD}\n${total}\nouvidoria;2025;1;assunto;=SOMA(A1);5`, [[3, /^O valor “=SOMA\(A1\)” parece uma fórmula/]]],
    [`${HEAD}\n${total}\nouvidoria;2025;1;municipio;+55;5`, [[3, /parece uma fórmula/]]],
    [`${HEAD}\nouvidoria;2025;1;total;;=A1+A2`, [[2, /^A quantidade “=A1\+A2” não é/]]],
    [`${HEAD}\n${total}\nouvidoria;2025;1;assunto;Presta\uFFFD\uFFFDo;5`, [[3, /não foi gravado em UTF-8/]]],
    ['canal\tano\tmes\tdimensao\tvalor\tquantidade\nouvidoria\t2025\t1\ttotal\t\t10', [[1, /separados por ponto e vírgula/]]],
    [
      `${HEAD}\nouv;25;13;total;;x\n${total}\nouvidoria;2025;1;tipo;pedido;y`,
      [
        [2, /^A quantidade “x”/],
        [2, /^O canal “ouv”/],
        [2, /^“13” não é um mês/],
        [2, /^“25” não é um ano/],
        [4, /^A quantidade “y”/],
        [4, /^O valor “pedido”/],
      ],
    ],
  ] as const)('%j is refused with each of its errors', async (content, expected) => {
    const found = (await problems(content)) as readonly { linha: number; mensagem: string }[];
    expect(found.toSorted((a, b) => a.linha - b.linha || (a.mensagem < b.mensagem ? -1 : 1))).toEqual(
      expected.map(([linha, message]) => ({ linha, mensagem: expect.stringMatching(message) as string })),
    );
  });

  it('a file with an error in each of 10,000 lines gets all of them reported', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `ouvidoria;2025;1;assunto;Assunto ${index};x`);
    const found = (await problems([HEAD, ...lines].join('\n'))) as readonly { linha: number }[];
    expect(found.map(({ linha }) => linha)).toEqual(lines.map((_, index) => index + 2));
  });

  it('a file of 10,000 lines is imported whole, with what it changes foretold', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `ouvidoria;2025;${1 + (index % 8)};assunto;Assunto ${index};1`);
    const totals = Array.from({ length: 8 }, (_, index) => `ouvidoria;2025;${index + 1};total;;1250`);
    const content = [HEAD, ...totals, ...lines].join('\r\n');
    expect(await problems(content)).toEqual([]);
    const foretold = await database.query('select * from prever_importacao($1)', [content]);
    expect(foretold.rows).toEqual(
      Array.from({ length: 8 }, (_, index) => ({
        canal: 'ouvidoria',
        ano: 2025,
        mes: index + 1,
        linhas: 1_251,
        casos_antes: null,
        casos_depois: 1_250,
        tem_registros: false,
        retira_demonstracao: false,
      })),
    );
    await load(content);
    expect((await database.query('select linhas from importacao_de_estatistica')).rows).toEqual([{ linhas: 10_008 }]);
  });

  it('replaces the months of its channels and no others, and is not kept itself', async () => {
    await load(csv([[1, 'total', 'total', 20]], 'ouvidoria', 2024));
    await load(
      csv([
        [1, 'total', 'total', 20],
        [1, 'tipo', 'elogio', 4],
        [2, 'total', 'total', 9],
      ]),
    );
    await load(csv([[1, 'total', 'total', 30]]));
    expect(await sums()).toEqual(['2024/1 total 20', '2025/1 total 30', '2025/2 total 9']);
    const kept = await database.query('select conteudo, linhas from importacao_de_estatistica order by id');
    expect(kept.rows).toEqual([
      { conteudo: null, linhas: 1 },
      { conteudo: null, linhas: 3 },
      { conteudo: null, linhas: 1 },
    ]);
  });

  it('is undone month by month: what it replaced comes back', async () => {
    await load(
      csv([
        [1, 'total', 'total', 20],
        [1, 'tipo', 'elogio', 4],
        [2, 'total', 'total', 9],
      ]),
    );
    const before = await sums();
    await load(
      csv([
        [1, 'total', 'total', 30],
        [2, 'total', 'total', 31],
        [3, 'total', 'total', 32],
      ]),
    );
    const [first = 0, second = 0] = await imports();
    await expect(inSavepoint(`select * from desfazer_importacao(${first})`)).rejects.toThrow('desfaça primeiro a importação mais nova');
    const undone = await database.query(`select ano, mes, pode_desfazer from desfazer_importacao(${second}, 'ouvidoria', 2025, 1)`);
    expect(undone.rows).toEqual([{ ano: 2025, mes: 1, pode_desfazer: false }]);
    expect(await sums()).toEqual(['2025/1 elogio 4', '2025/1 total 20', '2025/2 total 31', '2025/3 total 32']);
    await expect(inSavepoint(`select * from desfazer_importacao(${second}, 'ouvidoria', 2025, 1)`)).rejects.toThrow('Não há mês');
    await database.query(`select * from desfazer_importacao(${second})`);
    expect(await sums()).toEqual(before);
    await database.query(`select * from desfazer_importacao(${first})`);
    expect(await sums()).toEqual([]);
  });

  it('a file of the institution takes the place of all invented numbers of its channel', async () => {
    const invented = `insert into importacao_de_estatistica (nome, conteudo, demonstracao) values ('d', $1, true)`;
    await database.query(invented, [`${csv([[1, 'total', 'total', 20]], 'ouvidoria', 2023)}\nsic;2023;1;total;;7`]);
    await load(csv([[1, 'total', 'total', 30]]));
    const channels = await database.query('select codigo, anos, demonstracao from relatorio_estatistico order by 1');
    expect(channels.rows).toEqual([
      { codigo: 'ouvidoria', anos: [2025], demonstracao: false },
      { codigo: 'sic', anos: [2023], demonstracao: true },
    ]);
  });
});

it('calls every code of a closed list by a name', async () => {
  const codes = await database.query<{ dimensao: string; valores: string[] }>(
    'select dimensao, array_agg(distinct valor order by valor) as valores from estatistica.valor group by 1',
  );
  const named = Object.entries(ROTULOS).map(([dimension, names]) => [dimension, Object.keys(names).toSorted()]);
  expect(Object.fromEntries(codes.rows.map(({ dimensao, valores }) => [dimensao, valores]))).toEqual(Object.fromEntries(named));
});
