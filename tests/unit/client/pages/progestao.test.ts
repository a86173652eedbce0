import { describe, expect, test } from 'vitest';
import { type Acao, requisitosDoNivel } from '../../../../client/pages/progestao-painel/acoes-do-painel.ts';
import { contarItens, type Item, situacaoDoItem } from '../../../../client/pages/progestao-painel/itens-do-site.ts';

const categoria = (slug: string, total: number, declaracoes = 0): Item['categorias'][number] => ({
  __typename: 'categoria_documento',
  slug,
  rotulo: slug,
  resumo: { __typename: 'categoria_resumo', slug, total, declaracoes, ultimo_publicado_em: null, situacao_atualizacao: 'em_dia' },
});

const item = (letra: string, ordem: number, categorias: Item['categorias']): Item => ({
  __typename: 'progestao_item',
  item: letra,
  descricao: letra,
  nivel_progestao: { __typename: 'nivel_progestao', valor: String(ordem), rotulo: `Nível ${ordem}`, ordem },
  categorias,
});

describe('a document that must be on the site', () => {
  test('a required document is published when each of its lists has a document or a declaration', () => {
    expect(situacaoDoItem(item('a', 1, [categoria('atas', 3), categoria('contratos', 0, 1)]))).toEqual({ kind: 'publicado' });
  });

  test('a required document is published in part while one of its lists is empty, and names that list', () => {
    const vazia = categoria('regimentos', 0);
    expect(situacaoDoItem(item('a', 1, [categoria('atas', 3), vazia]))).toEqual({ kind: 'parcial', vazias: [vazia] });
  });

  test('a required document with an empty list differs from one without a list', () => {
    expect(situacaoDoItem(item('a', 1, [categoria('atas', 0)]))).toEqual({ kind: 'vazio' });
    expect(situacaoDoItem(item('a', 1, []))).toEqual({ kind: 'semLista' });
  });

  test('a required document counts only when all of it is published, and for a level only when the level requires it', () => {
    const itens = [item('a', 1, [categoria('atas', 1)]), item('b', 1, []), item('k', 3, [categoria('passivo', 1)])];
    expect(contarItens(itens, 2)).toEqual({ publicados: 2, exigidos: 2, exigidosPublicados: 1 });
    expect(contarItens(itens, null)).toEqual({ publicados: 2, exigidos: 3, exigidosPublicados: 2 });
  });
});

test('a stricter requirement takes the place of the looser one from its level on', () => {
  const requisito = (id: number, ordem: number, substitui_id: number | null): Acao['requisitos'][number] => ({
    __typename: 'progestao_requisito',
    id,
    descricao: '',
    substitui_id,
    nivel_progestao: { __typename: 'nivel_progestao', valor: String(ordem), rotulo: '', ordem },
  });
  const acao: Acao = {
    __typename: 'progestao_acao',
    codigo: '2.1',
    nome: '',
    essencial: true,
    objetivo: '',
    requisitos: [requisito(1, 1, null), requisito(2, 3, 1), requisito(3, 4, 2)],
  };
  const niveis = [1, 2, 3, 4].map((ordem) => requisitosDoNivel(acao, ordem).map(({ id }) => id));
  expect(niveis).toEqual([[1], [1], [2], [3]]);
});
