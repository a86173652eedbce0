/**
 * Parts that look the same on many pages, or at each render of one: menus, footer and the like are half of a page's elements. The server keeps what was inside
 * them the first time and writes that again, instead of drawing it; the browser always draws, and hydrates the same markup.
 */
import { type Context, createContext } from 'react';
import type { AnyRoute } from '../../shared/routes/define.ts';
import type { Caminho, ItemDeMenu, SiteState } from '../../shared/site-state/site-state.ts';

type NomeDaParte = 'barra' | 'menu' | 'menuLai' | 'rodape' | 'atalhos' | 'atendimento';

/** Inner HTML by part. */
export type PartesFixas = Readonly<Partial<Record<NomeDaParte, string>>>;

export const PartesFixasContext: Context<PartesFixas> = createContext<PartesFixas>({});

interface Marca {
  readonly de: string;
  readonly ate: string;
}

/** How the element of each part begins and ends. Bar and menus come before all content of a page, the footer after it. */
const BARRA: Marca = { de: '<section aria-label="Acessibilidade"', ate: '</section>' };
const MENU: Marca = { de: '<nav aria-label="Menu principal"', ate: '</nav>' };
const MENU_LAI: Marca = { de: '<nav aria-label="Seções da transparência"', ate: '</nav>' };
const RODAPE: Marca = { de: '<footer id="rodape"', ate: '</footer>' };

/** Attribute of a part inside the content, which is a `div`; its value is the part's name. */
export const ATRIBUTO_DA_PARTE = 'data-fixa';

/**
 * Routes whose own content has parts that the site's state alone decides. What they say is text that React escapes, before which no
 * written HTML stands that could hold their marks.
 */
const COM_PARTES_PROPRIAS: ReadonlySet<string> = new Set(['inicio']);

/** Reads the parts in the whole page of a route; one that the page does not have is left out. */
export function partesFixasDe(html: string, rotaId: string): PartesFixas {
  const proprias = COM_PARTES_PROPRIAS.has(rotaId);
  const conteudo = html.indexOf('<main');
  const partes = {
    barra: dentroDe(html, BARRA, html.indexOf(BARRA.de), conteudo),
    menu: dentroDe(html, MENU, html.indexOf(MENU.de), conteudo),
    menuLai: dentroDe(html, MENU_LAI, html.indexOf(MENU_LAI.de), conteudo),
    rodape: dentroDe(html, RODAPE, html.lastIndexOf(RODAPE.de), html.length),
    atalhos: proprias ? dentroDoBloco(html, 'atalhos') : null,
    atendimento: proprias ? dentroDoBloco(html, 'atendimento') : null,
  };
  return Object.fromEntries(Object.entries(partes).filter(([, parte]) => parte !== null));
}

function dentroDe(html: string, { ate }: Marca, elemento: number, antesDe: number): string | null {
  if (elemento === -1 || elemento > antesDe) return null;
  // React escapes `>` in attributes.
  const inicio = html.indexOf('>', elemento) + 1;
  return html.slice(inicio, html.indexOf(ate, inicio));
}

function dentroDoBloco(html: string, nome: NomeDaParte): string | null {
  const elemento = html.indexOf(`<div ${ATRIBUTO_DA_PARTE}="${nome}"`);
  if (elemento === -1) return null;
  const inicio = html.indexOf('>', elemento) + 1;
  let abertos = 1;
  for (const { 0: marca, index } of html.slice(inicio).matchAll(/<(\/?)div[ >]/g)) {
    abertos += marca.startsWith('</') ? -1 : 1;
    if (abertos === 0) return html.slice(inicio, inicio + index);
  }
  return null;
}

/** Labels of menu entries that are in no row. */
const ROTULOS_DO_CODIGO = ['Página da transparência', 'Menu completo', 'Perguntas frequentes'];

/** Returns what pages with the same fixed parts have in common, under the same state. */
export function chaveDasPartes(route: Pick<AnyRoute, 'id' | 'layout'>, trilha: readonly Caminho[], rotulos: ReadonlySet<string>): string {
  const proprias = COM_PARTES_PROPRIAS.has(route.id) ? route.id : '';
  return `${route.layout} ${proprias} ${chaveDoCaminho(trilha, rotulos)}`;
}

/** Returns what menus look at in a breadcrumb: two pages with the same key have the same menus, under the same state. */
export function chaveDoCaminho(trilha: readonly Caminho[], rotulos: ReadonlySet<string>): string {
  const vistos = trilha.filter(({ rotulo, to }) => to !== null || rotulos.has(rotulo));
  return JSON.stringify(vistos.map(({ rotulo, to }) => to ?? [rotulo]));
}

/** Returns the label of the entry that leads to the page of a branch itself. */
export function rotuloDaVisaoGeral({ rotulo }: Pick<ItemDeMenu, 'rotulo'>): string {
  return `${rotulo}: visão geral`;
}

/** Returns every label that an entry of a menu can have. */
export function rotulosDosMenus(estado: SiteState): ReadonlySet<string> {
  const rotulos = new Set(ROTULOS_DO_CODIGO);
  const visitar = (valor: unknown): void => {
    if (typeof valor !== 'object' || valor === null) return;
    for (const [campo, filho] of Object.entries(valor)) {
      if (campo === 'rotulo' && typeof filho === 'string') rotulos.add(filho).add(rotuloDaVisaoGeral({ rotulo: filho }));
      else visitar(filho);
    }
  };
  visitar(estado.dataMenu);
  visitar(estado.dataLai);
  return rotulos;
}
