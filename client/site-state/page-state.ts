/**
 * The page state: the fields of the site state that a page's layout shows and that the page itself reads. The server renders with the
 * same page state that the browser gets, so that both draw the same page.
 */
import type { PageState } from '../../shared/builds/payload.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import type { BreadcrumbStep, Layout, RouteInput } from '../../shared/routes/types.ts';
import { routePath } from '../../shared/routes/url.ts';
import { EMPTY_SITE_STATE, type ItemDeMenu, type SecaoLai, type SiteState } from '../../shared/site-state/site-state.ts';

type StateField = keyof SiteState;

const FIELDS_BY_LAYOUT: Readonly<Record<Layout, readonly StateField[]>> = {
  default: ['siteConfig', 'fusoHorario', 'dataMenu', 'contato', 'diretoriaExecutiva', 'paginasDaMoldura', 'demonstracao'],
  lai: ['siteConfig', 'fusoHorario', 'dataMenu', 'contato', 'diretoriaExecutiva', 'paginasDaMoldura', 'demonstracao', 'dataLai'],
  iframe: ['siteConfig', 'fusoHorario', 'demonstracao'],
};

/** Fields that a page reads beside those of its layout, by route id. */
const FIELDS_BY_ROUTE: Readonly<Record<string, readonly StateField[]>> = {
  inicio: ['totaisLai'],
  documentos: ['nadaPublicado'],
  teste: ['dataLai'],
  dadosAbertos: ['orgaos', 'vocabularios'],
  comiteInvestimento: ['orgaos'],
  conselhoFiscal: ['orgaos'],
  conselhoPrevidenciario: ['orgaos'],
  diretoriaExecutiva: ['orgaos'],
};

/** Routes whose pages show LAI sections with descriptions and counts; on other pages sections are menu entries with a name only. */
const ROUTES_WITH_WHOLE_SECTIONS: ReadonlySet<string> = new Set(['lai', 'menuCompleto']);

/** Returns the page state of a route; `routeId` is null for an error screen. */
export function pageStateOf(state: SiteState, layout: Layout, routeId: string | null): PageState {
  const extras = routeId === null ? [] : (FIELDS_BY_ROUTE[routeId] ?? []);
  const fields = new Set<StateField>([...FIELDS_BY_LAYOUT[layout], ...extras]);
  const reduced: SiteState = {
    ...state,
    dataMenu: routeId === 'inicio' ? menuDaPaginaInicial(state.dataMenu) : menuDasPaginas(state.dataMenu),
    dataLai: sectionsOf(state, routeId),
  };
  return Object.fromEntries([...fields].map((field) => [field, reduced[field]]));
}

/** Menu entries without icon and description, which only the shortcuts of the home page show. */
function menuDasPaginas(itens: readonly ItemDeMenu[]): readonly ItemDeMenu[] {
  return itens.filter(({ area }) => area !== 'acesso_rapido').map(soPalavras);
}

function menuDaPaginaInicial(itens: readonly ItemDeMenu[]): readonly ItemDeMenu[] {
  return itens.map((item) => (item.area === 'acesso_rapido' ? item : soPalavras(item)));
}

function soPalavras(item: ItemDeMenu): ItemDeMenu {
  return { ...item, descricao: null, icone: null, filhos: item.filhos.map(soPalavras) };
}

function sectionsOf({ dataLai }: SiteState, routeId: string | null): readonly SecaoLai[] {
  if (routeId !== null && ROUTES_WITH_WHOLE_SECTIONS.has(routeId)) return dataLai;
  // The shell of a list begins with the description of its category.
  return dataLai.map((secao) => comoMenu(secao, routeId === 'documentos'));
}

function comoMenu(secao: SecaoLai, comDescricoes: boolean): SecaoLai {
  // A new document changes the counts. Without them the page state of other pages stays the same, so their stored responses stay valid.
  const categorias = secao.categorias.map((categoria) => ({
    ...categoria,
    descricao: comDescricoes ? categoria.descricao : '',
    total: 0,
    ultimoEm: null,
  }));
  return { ...secao, descricao: '', categorias, links: secao.links.map(soPalavras) };
}

/** Adds the fields that a page state leaves out, with their empty values. A breadcrumb belongs to one page and is never carried over. */
export function completeState(state: PageState): SiteState {
  return { ...EMPTY_SITE_STATE, ...state, caminhos: [], caminhosLai: [] };
}

/** Returns the state of a page of `route`: complete, with the page's own breadcrumb. */
export function stateOfPage(state: PageState, { route, input, main }: PageFacts): SiteState {
  const whole = completeState(state);
  if (route.layout === 'iframe' || route.id === 'inicio') return whole;
  const own = route.breadcrumb({ input, state: whole, main });
  const caminhos = firstSteps(route, own).map(({ label, to }) => ({ rotulo: label, to, atual: to === null }));
  return route.layout === 'lai' ? { ...whole, caminhosLai: caminhos } : { ...whole, caminhos };
}

interface PageFacts {
  readonly route: AnyRoute;
  readonly input: RouteInput;
  readonly main: unknown;
}

/** Adds Início, and on pages of the transparency section Início › Transparência. */
function firstSteps({ layout, id }: Pick<AnyRoute, 'layout' | 'id'>, own: readonly BreadcrumbStep[]): readonly BreadcrumbStep[] {
  const home: BreadcrumbStep = { label: 'Início', to: routePath('inicio') };
  if (layout !== 'lai') return [home, ...own];
  if (own.length === 0) return [home, { label: 'Transparência', to: null }];
  return id === 'lai' ? [home, ...own] : [home, { label: 'Transparência', to: routePath('lai') }, ...own];
}
