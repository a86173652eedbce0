/**
 * Sets of open data that no page shows as a list, or none with the filters of the set: they have files at stable addresses, and nothing else. They
 * are no pages, so they are not in the table of routes; edge and router find them here.
 */
import { DATA_PATH, pageOfExport } from './data-address.ts';
import { type AnyRoute, defineRoute } from './define.ts';
import { CATEGORIA, ORGAO, WORDS_AND_YEARS } from './list-search.ts';
import { matchRoute, type RouteMatch } from './match.ts';
import type { ExportFormat, RouteInput, SearchParameter } from './types.ts';
import { exportUrl } from './url.ts';

const ANO: SearchParameter = { name: 'ano', repeatable: true, maxLength: 4, form: /^(?:19|20)\d\d$/ };

/** A member is there in each year of the term, so the members of several years are no list of their own. */
const UM_ANO: SearchParameter = { ...ANO, repeatable: false };

const documentos = defineRoute({
  id: 'dadosDocumentos',
  path: `${DATA_PATH}/documentos`,
  search: WORDS_AND_YEARS,
  formats: ['csv', 'json'],
  main: null,
  head: () => ({ title: 'Documentos' }),
});

const reunioes = defineRoute({
  id: 'dadosReunioes',
  path: `${DATA_PATH}/reunioes`,
  search: [ORGAO, ANO],
  formats: ['csv', 'json', 'ics'],
  main: null,
  head: () => ({ title: 'Reuniões' }),
});

const reuniao = defineRoute({
  id: 'dadosReuniao',
  path: `${DATA_PATH}/reunioes/:id`,
  params: { id: 'inteiro' },
  formats: ['ics'],
  main: null,
  head: () => ({ title: 'Reunião' }),
});

const membros = defineRoute({
  id: 'dadosMembros',
  path: `${DATA_PATH}/membros`,
  search: [ORGAO, UM_ANO],
  formats: ['csv', 'json'],
  main: null,
  head: () => ({ title: 'Membros dos órgãos' }),
});

const numeros = defineRoute({
  id: 'dadosNumeros',
  path: `${DATA_PATH}/numeros`,
  search: [ANO],
  formats: ['csv', 'json'],
  main: null,
  head: () => ({ title: 'Números da previdência' }),
});

const calendario = defineRoute({
  id: 'dadosCalendario',
  path: `${DATA_PATH}/calendario`,
  search: [ANO],
  formats: ['csv', 'json', 'ics'],
  main: null,
  head: () => ({ title: 'Calendário de pagamento e prova de vida' }),
});

const pagamentos = defineRoute({
  id: 'dadosPagamentos',
  path: `${DATA_PATH}/pagamentos`,
  search: [ANO],
  formats: ['csv', 'json'],
  main: null,
  head: () => ({ title: 'Pagamentos de contratos' }),
});

const declaracoes = defineRoute({
  id: 'dadosDeclaracoes',
  path: `${DATA_PATH}/declaracoes`,
  search: [CATEGORIA, ANO],
  formats: ['csv', 'json', 'atom'],
  main: null,
  head: () => ({ title: 'Declarações de inexistência' }),
});

const ALL = [documentos, reunioes, reuniao, membros, numeros, calendario, pagamentos, declaracoes] as const;

export type DataRouteId = (typeof ALL)[number]['id'];

const DATA_ROUTES: readonly AnyRoute[] = ALL;

export interface FileMatch extends Omit<Extract<RouteMatch, { kind: 'route' }>, 'kind'> {
  readonly format: ExportFormat;
  /** Path of the page, in its exact spelling. */
  readonly page: string;
  /** The stable address without its ending; null where the file was asked for at its page. */
  readonly stable: string | null;
  /** The exact path of the file where it was asked for in another spelling; null where it is exact. */
  readonly moved: string | null;
}

/** Finds the file of a page of `routes`, or of a set, at a path; null where there is none. */
export function matchFile(routes: readonly AnyRoute[], path: string, search: URLSearchParams): FileMatch | null {
  const asked = pageOfExport(path);
  if (asked === null) return null;
  const { format } = asked;
  const ofSet = matchSpelled(DATA_ROUTES, asked.stable ?? asked.path, search);
  const isSet = ofSet.match.kind !== 'unknown';
  const { page, match } = isSet ? ofSet : matchSpelled(routes, asked.path, search);
  if (match.kind !== 'route' || !match.route.formats.includes(format)) return null;
  const { route, input, isExact } = match;
  const stable = isSet ? null : asked.stable;
  const exact = exportUrl(stable ?? page, format);
  return { route, input, isExact, format, page, stable, moved: exact === path ? null : exact };
}

function matchSpelled(
  routes: readonly AnyRoute[],
  path: string,
  search: URLSearchParams,
): { readonly page: string; readonly match: RouteMatch } {
  const match = matchRoute(routes, path, search);
  return match.kind === 'moved' ? { page: match.path, match: matchRoute(routes, match.path, search) } : { page: path, match };
}

interface DataFilters {
  readonly orgao?: string;
  readonly categoria?: string;
  readonly anos?: number[];
  readonly qualquerAno?: false;
}

/** Variables of the filters; a filter that is left out matches everything. */
export function dataFilters({ search }: RouteInput): DataFilters {
  const [orgao] = search['orgao'] ?? [];
  const [categoria] = search['categoria'] ?? [];
  const anos = (search['ano'] ?? []).map(Number);
  return {
    ...(orgao === undefined ? {} : { orgao }),
    ...(categoria === undefined ? {} : { categoria }),
    ...(anos.length === 0 ? {} : { anos, qualquerAno: false }),
  };
}
