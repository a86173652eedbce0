import type { Linha } from '../rows.ts';
import { type ItemDeMenuDemo, MENU_ACESSO_RAPIDO, MENU_LAI, MENU_PRINCIPAL, MENU_RODAPE } from './menu-trees.ts';

type Area = 'principal' | 'lai' | 'rodape' | 'acesso_rapido';

const MENUS: readonly (readonly [Area, readonly ItemDeMenuDemo[]])[] = [
  ['principal', MENU_PRINCIPAL],
  ['lai', MENU_LAI],
  ['rodape', MENU_RODAPE],
  ['acesso_rapido', MENU_ACESSO_RAPIDO],
];

function alvo(destino: string | undefined): readonly [tipo: string | null, destino: string | null] {
  if (destino === undefined) {
    return [null, null];
  }
  if (destino.startsWith('@')) {
    return ['pagina', destino.slice(1)];
  }
  if (destino.startsWith('#')) {
    return ['categoria', destino.slice(1)];
  }
  return [destino.startsWith('/') ? 'rota' : 'externo', destino];
}

/** Returns the rows of `menu_item`, parents before children. `secaoId` gives the id of a section by its key. */
export function menus(secaoId: (chave: string) => number): readonly Linha[] {
  const linhas: Linha[] = [];
  const add = (area: Area, item: ItemDeMenuDemo, pai: number | null, ordem: number): void => {
    const id = linhas.length + 1;
    const [destino_tipo, destino] = alvo(item.destino);
    linhas.push({
      id,
      area,
      pai_id: pai,
      secao_id: item.secao === undefined ? null : secaoId(item.secao),
      rotulo: item.rotulo,
      descricao: item.descricao ?? null,
      icone: item.icone ?? null,
      destino_tipo,
      destino,
      nova_aba: false,
      ordem,
      ativo: true,
      perfil: item.perfil ?? [],
    });
    (item.filhos ?? []).forEach((filho, index) => add(area, filho, id, index + 1));
  };
  for (const [area, itens] of MENUS) {
    itens.forEach((item, index) => add(area, item, null, index + 1));
  }
  return linhas;
}

/** Returns the slugs of our pages that some menu leads to. */
export function paginasDosMenus(): readonly string[] {
  const slugs = (itens: readonly ItemDeMenuDemo[]): readonly string[] =>
    itens.flatMap((item) => [...(item.destino?.startsWith('@') === true ? [item.destino.slice(1)] : []), ...slugs(item.filhos ?? [])]);
  return [...new Set(MENUS.flatMap(([, itens]) => slugs(itens)))];
}
