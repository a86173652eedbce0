import { describe, expect, test } from 'vitest';
import type { NoDoOrganograma } from '../../../../client/components/people/organograma/organograma.tsx';
import { arvoreDeUnidades } from '../../../../client/pages/organograma/arvore-de-unidades.ts';
import { porCondicao, porMandato } from '../../../../client/pages/orgao-colegiado/composicao-do-orgao.tsx';
import { dadosComuns } from '../../../../client/pages/orgao-colegiado/membros.ts';

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
  test('the tree of units has each unit below its superior, in the order of the rows', () => {
    expect(desenho(arvoreDeUnidades([unidade(1, null), unidade(4, 2), unidade(2, 1), unidade(3, 1)]))).toEqual([[1, [[2, [4]], 3]]]);
  });

  test('a unit whose superior is not published is a root of the tree', () => {
    expect(desenho(arvoreDeUnidades([unidade(1, null), unidade(2, 99)]))).toEqual([1, 2]);
  });

  test('the tree shows each unit of a cycle once', () => {
    expect(desenho(arvoreDeUnidades([unidade(1, null), unidade(2, 3), unidade(3, 2)]))).toEqual([1, [2, [3]]]);
  });
});

const membro = (id: number, mandato_inicio: string | null, mandato_fim: string | null, rotulo = 'Titular') => ({
  __typename: 'membro_orgao' as const,
  id,
  cargo: null,
  mandato_inicio,
  mandato_fim,
  certificacao: null,
  certificacao_validade: null,
  certificado: null,
  condicao_membro: { __typename: 'condicao_membro' as const, valor: rotulo.toLowerCase(), rotulo },
  representacao_membro: null,
  nivel_certificacao: null,
  ato_nomeacao: null,
  pessoa: null,
});

test('members of other periods are grouped by term', () => {
  const grupos = porMandato([membro(1, '2021-01-04', '2024-12-31'), membro(2, null, null), membro(3, '2021-01-04', '2024-12-31')]);
  expect(grupos.map(({ rotulo, membros }) => [rotulo, membros.map(({ id }) => id)])).toEqual([
    ['Mandato de 04/01/2021 a 31/12/2024', [1, 3]],
    ['Sem data de mandato', [2]],
  ]);
});

test('members stand by condition, titulars first, under the right plural', () => {
  const membros = [membro(1, null, null, 'Suplente'), membro(2, null, null), membro(3, null, null), membro(4, null, null, 'Suplente')];
  expect(porCondicao(membros).map(({ rotulo, membros: grupo }) => [rotulo, grupo.map(({ id }) => id)])).toEqual([
    ['Titulares', [2, 3]],
    ['Suplentes', [1, 4]],
  ]);
  expect(porCondicao(membros.slice(0, 2)).map(({ rotulo }) => rotulo)).toEqual(['Titular', 'Suplente']);
});

test('data that all members share is shown once, and data that differs in their rows', () => {
  const iguais = [
    membro(1, '2025-01-02', '2028-12-31'),
    { ...membro(2, '2025-01-02', '2028-12-31'), certificacao: 'Certificação de gestor' },
  ];
  expect(dadosComuns(iguais)).toEqual({ mandato: 'de 02/01/2025 a 31/12/2028', ato: null, certificacao: 'Certificação de gestor' });
  expect(dadosComuns([...iguais, membro(3, '2026-01-02', null)]).mandato).toBeNull();
  expect(dadosComuns([]).mandato).toBeNull();
});
