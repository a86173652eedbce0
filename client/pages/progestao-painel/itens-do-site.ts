/** The documents that Pró-Gestão requires on the site (item 3.2.8), checked against the lists. */
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';

export type Item = OperationResults['ProgestaoPainel']['progestao_item'][number];
type Categoria = Item['categorias'][number];

export type SituacaoDoItem =
  /** Every list of the item has a document, or a declaration that there was none. */
  | { readonly kind: 'publicado' }
  /** Some lists are still empty. */
  | { readonly kind: 'parcial'; readonly vazias: readonly Categoria[] }
  /** The lists exist and are all empty. */
  | { readonly kind: 'vazio' }
  /** The site has no open list for this item. */
  | { readonly kind: 'semLista' };

/** Returns how far an item is published. Lists that are not open are invisible here, so an item may look fuller than it will be. */
export function situacaoDoItem({ categorias }: Item): SituacaoDoItem {
  if (categorias.length === 0) return { kind: 'semLista' };
  const vazias = categorias.filter(estaVazia);
  if (vazias.length === 0) return { kind: 'publicado' };
  return vazias.length === categorias.length ? { kind: 'vazio' } : { kind: 'parcial', vazias };
}

function estaVazia({ resumo }: Categoria): boolean {
  return (resumo?.total ?? 0) + (resumo?.declaracoes ?? 0) === 0;
}

/** True when a level requires the item; without a level in force every item counts. */
function itemExigido({ nivel_progestao }: Item, ordemDoNivel: number | null): boolean {
  return ordemDoNivel === null || nivel_progestao.ordem <= ordemDoNivel;
}

/** Returns how many items are fully published, among all and among those that the level asks for. */
export function contarItens(
  itens: readonly Item[],
  ordemDoNivel: number | null,
): { readonly publicados: number; readonly exigidos: number; readonly exigidosPublicados: number } {
  const publicados = itens.filter((item) => situacaoDoItem(item).kind === 'publicado');
  return {
    publicados: publicados.length,
    exigidos: itens.filter((item) => itemExigido(item, ordemDoNivel)).length,
    exigidosPublicados: publicados.filter((item) => itemExigido(item, ordemDoNivel)).length,
  };
}
