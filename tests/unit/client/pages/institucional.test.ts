import { describe, expect, test } from 'vitest';
import type { NoDoOrganograma } from '../../../../client/components/organograma.tsx';
import { arvoreDeUnidades } from '../../../../client/pages/organograma/arvore-de-unidades.ts';
import { porMandato } from '../../../../client/pages/orgao-colegiado/composicao-do-orgao.tsx';

const unidade = (id: number, unidade_superior_id: number | null) => ({
  __typename: 'unidade' as const,
  id,
  nome: `Unidade ${id}`,
  sigla: null,
  unidade_superior_id,
  titular: null,
  norma_criacao: null,
});

const desenho = (nos: readonly NoDoOrganograma[]): unknown =>
  nos.map(({ id, filhos }) => (filhos.length === 0 ? id : [id, desenho(filhos)]));

describe('the tree of units', () => {
  test('hangs each unit under its superior, in the order of the rows', () => {
    expect(desenho(arvoreDeUnidades([unidade(1, null), unidade(4, 2), unidade(2, 1), unidade(3, 1)]))).toEqual([[1, [[2, [4]], 3]]]);
  });

  test('makes a root of a unit whose superior is not published', () => {
    expect(desenho(arvoreDeUnidades([unidade(1, null), unidade(2, 99)]))).toEqual([1, 2]);
  });

  test('shows every unit of a ring once', () => {
    expect(desenho(arvoreDeUnidades([unidade(1, null), unidade(2, 3), unidade(3, 2)]))).toEqual([1, [2, [3]]]);
  });
});

test('members of other periods are grouped by term', () => {
  const membro = (id: number, mandato_inicio: string | null, mandato_fim: string | null) => ({
    __typename: 'membro_orgao' as const,
    id,
    cargo: null,
    mandato_inicio,
    mandato_fim,
    certificacao: null,
    certificacao_validade: null,
    condicao_membro: { __typename: 'condicao_membro' as const, valor: 'titular', rotulo: 'Titular' },
    representacao_membro: null,
    nivel_certificacao: null,
    ato_nomeacao: null,
    pessoa: null,
  });
  const grupos = porMandato([membro(1, '2021-01-04', '2024-12-31'), membro(2, null, null), membro(3, '2021-01-04', '2024-12-31')]);
  expect(grupos.map(({ rotulo, membros }) => [rotulo, membros.map(({ id }) => id)])).toEqual([
    ['Mandato de 04/01/2021 a 31/12/2024', [1, 3]],
    ['Sem data de mandato', [2]],
  ]);
});
