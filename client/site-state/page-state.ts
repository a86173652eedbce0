/**
 * Which parts of the site state travel with a page: what its layout shows, and what the page itself reads. The server renders with the
 * same part that the browser gets, so both draw the same page.
 */
import type { ParteDoEstado } from '../../shared/builds/payload.ts';
import type { Layout } from '../../shared/routes/types.ts';
import { ESTADO_VAZIO, type EstadoDoSite, type ItemDeMenu, type SecaoLai } from '../../shared/site-state/site-state.ts';

type Parte = keyof EstadoDoSite;

const POR_LAYOUT: Readonly<Record<Layout, readonly Parte[]>> = {
  default: ['siteConfig', 'dataMenu', 'contato', 'diretoriaExecutiva', 'paginasDaMoldura', 'demonstracao'],
  lai: ['siteConfig', 'dataMenu', 'contato', 'diretoriaExecutiva', 'paginasDaMoldura', 'demonstracao', 'dataLai'],
  iframe: ['siteConfig', 'demonstracao'],
};

/** Pages that read more of the state than their layout shows, by route id. */
const POR_ROTA: Readonly<Record<string, readonly Parte[]>> = {
  inicio: ['totaisLai'],
  teste: ['dataLai'],
};

/** Pages that show the whole of the LAI sections; elsewhere they are the entries of a menu. */
const COM_SECOES_INTEIRAS: ReadonlySet<string> = new Set(['lai', 'menuCompleto']);

/** Returns the part of the state for a page; `rotaId` is null on an error screen. */
export function parteDoEstado(estado: EstadoDoSite, layout: Layout, rotaId: string | null): ParteDoEstado {
  const extras = rotaId === null ? [] : (POR_ROTA[rotaId] ?? []);
  const partes = new Set<Parte>([...POR_LAYOUT[layout], ...extras]);
  const reduzido: EstadoDoSite = {
    ...estado,
    dataMenu: rotaId === 'inicio' ? menuDaPaginaInicial(estado.dataMenu) : menuDasPaginas(estado.dataMenu),
    dataLai: rotaId !== null && COM_SECOES_INTEIRAS.has(rotaId) ? estado.dataLai : estado.dataLai.map(comoMenu),
  };
  return Object.fromEntries([...partes].map((parte) => [parte, reduzido[parte]]));
}

/** The menus of header and footer show words only; pictures and explanations belong to the shortcuts of the home page. */
function menuDasPaginas(itens: readonly ItemDeMenu[]): readonly ItemDeMenu[] {
  return itens.filter(({ area }) => area !== 'acesso_rapido').map(soPalavras);
}

function menuDaPaginaInicial(itens: readonly ItemDeMenu[]): readonly ItemDeMenu[] {
  return itens.map((item) => (item.area === 'acesso_rapido' ? item : soPalavras(item)));
}

function soPalavras(item: ItemDeMenu): ItemDeMenu {
  return { ...item, descricao: null, icone: null, filhos: item.filhos.map(soPalavras) };
}

function comoMenu(secao: SecaoLai): SecaoLai {
  // Without the counts a new document changes only the pages that show them, so the others stay in the cache.
  const categorias = secao.categorias.map((categoria) => ({ ...categoria, descricao: '', total: 0, ultimoEm: null }));
  return { ...secao, descricao: '', categorias, links: secao.links.map(soPalavras) };
}

/** Fills the parts that did not travel with their empty values. */
export function estadoCompleto(parte: ParteDoEstado): EstadoDoSite {
  return { ...ESTADO_VAZIO, ...parte };
}
