import { describe, expect, test } from 'vitest';
import { type Criterio, criteriosDe, markOf, passes, scoreOf } from '../../../../client/pages/pntp/avaliacao.ts';

interface ListState {
  readonly total?: number;
  readonly declared?: readonly number[];
  readonly years?: readonly number[];
  readonly state?: string;
}

function criterio(changes: Partial<Criterio>, ...lists: readonly ListState[]): Criterio {
  return {
    __typename: 'pntp_criterio',
    codigo: '8.1',
    descricao: 'Licitações',
    classe: 'obrigatoria',
    classe_suposta: true,
    itens: 'DAH',
    pagina_slug: null,
    endereco: null,
    pagina: null,
    listas: lists.map(({ total = 0, declared = [], years = [], state = 'em_dia' }, index) => ({
      __typename: 'pntp_lista',
      criterio_codigo: '8.1',
      categoria_slug: `lista${index}`,
      categoria: {
        __typename: 'categoria_documento',
        slug: `lista${index}`,
        rotulo: 'Lista',
        resumo: {
          __typename: 'categoria_resumo',
          slug: `lista${index}`,
          total,
          declaracoes: declared.length,
          situacao_atualizacao: state,
        },
        exercicios: years.map((exercicio) => ({ __typename: 'categoria_exercicio', exercicio })),
        declaracoes: declared.map((exercicio, id) => ({ __typename: 'declaracao_inexistencia', id, exercicio })),
      },
    })),
    ...changes,
  };
}

const FULL: ListState = { total: 3, years: [2026, 2025, 2024] };

describe('a criterion of the PNTP', () => {
  test.each([
    ['passes all with documents of three years and no term that has passed', [FULL], [true, true, true]],
    ['counts the years of declarations with those of documents', [{ total: 1, years: [2026], declared: [2025, 2024] }], [true, true, true]],
    ['passes nothing while one of its lists is empty', [FULL, {}], [false, false, false]],
    ['passes nothing without an open list', [], [false, false, false]],
    ['is not up to date while a list is late', [{ ...FULL, state: 'atrasada' }], [true, false, true]],
    ['has no series of two years', [{ total: 9, years: [2026, 2025] }], [true, true, false]],
  ] as const)('%s', (_name, lists, expected) => {
    expect((['D', 'A', 'H'] as const).map((check) => passes(criterio({}, ...lists), check))).toEqual(expected);
  });

  test('is asked for its own checks only, which make up its mark', () => {
    const late = criterio({ itens: 'DA' }, { ...FULL, state: 'atrasada' });
    expect([passes(late, 'H'), markOf(late)]).toEqual([null, 0.5]);
  });

  test('a criterion that a page meets is met while that page is published', () => {
    const pagina = { __typename: 'pagina', id: 1, slug: 'privacidade', titulo: 'Privacidade' } as const;
    const marks = [pagina, null].map((found) => markOf(criterio({ itens: 'D', pagina_slug: 'privacidade', pagina: found })));
    expect(marks).toEqual([1, 0]);
  });
});

test('a page that every site has meets its criterion from the first row that it shows on', () => {
  const addresses = [
    '/lai',
    '/institucional/organograma',
    '/institucional/diretoria-executiva',
    '/informacoes/mapa',
    '/informacoes/faq',
    '/servicos',
  ];
  const criterios = addresses.map((endereco) => criterio({ itens: 'D', endereco }));
  const none = { pntp_criterio: criterios, unidade: [], membro_orgao: [], pergunta_frequente: [], servico: [] };
  const marksOf = (data: Parameters<typeof criteriosDe>[0]): readonly number[] => criteriosDe(data).map(markOf);
  expect(marksOf(none)).toEqual([1, 0, 0, 0, 0, 0]);
  expect(marksOf({ ...none, unidade: [{ __typename: 'unidade', id: 1 }] })).toEqual([1, 1, 0, 1, 0, 0]);
  expect(marksOf({ ...none, membro_orgao: [{ __typename: 'membro_orgao', id: 1 }] })).toEqual([1, 0, 1, 0, 0, 0]);
  expect(marksOf({ ...none, pergunta_frequente: [{ __typename: 'pergunta_frequente', id: 1 }] })).toEqual([1, 0, 0, 0, 1, 0]);
  expect(marksOf({ ...none, servico: [{ __typename: 'servico', id: 1 }] })).toEqual([1, 0, 0, 0, 0, 1]);
});

test('the score weighs criteria by their class, and an essential one that is not met leaves no seal', () => {
  const met = criterio({ classe: 'essencial' }, FULL);
  const missed = criterio({ classe: 'recomendada' });
  expect(scoreOf([met, missed]).score).toBeCloseTo(200 / 3);
  expect(scoreOf([met])).toEqual({ score: 100, seal: 'Diamante' });
  const others = Array.from({ length: 40 }, () => criterio({}, FULL));
  expect(scoreOf([...others, criterio({ classe: 'essencial' })]).seal).toBeNull();
});
