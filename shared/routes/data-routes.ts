/**
 * Sets of open data that no page shows as a list: they have files at stable addresses, and nothing else. They are no pages, so they are not in
 * the table of routes; edge and router find them here.
 */
import { DATA_PATH } from './data-address.ts';
import { type AnyRoute, defineRoute } from './define.ts';
import { matchRoute, type RouteMatch } from './match.ts';
import type { RouteInput, SearchParameter } from './types.ts';

/** Key of a collegiate body, as the content has it. */
const ORGAO: SearchParameter = {
  name: 'orgao',
  maxLength: 40,
  form: /^[a-z_]{1,40}$/,
  values: ({ orgaos }) => orgaos.map(({ chave }) => chave),
};

const ANO: SearchParameter = { name: 'ano', maxLength: 4, form: /^(?:19|20)\d\d$/ };

const CATEGORIA: SearchParameter = {
  name: 'categoria',
  maxLength: 60,
  form: /^[A-Za-z]\w*$/,
  values: ({ dataLai }) => dataLai.flatMap(({ categorias }) => categorias.map(({ slug }) => slug)),
};

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
  search: [ORGAO],
  formats: ['csv', 'json'],
  main: null,
  head: () => ({ title: 'Membros dos órgãos' }),
});

const pagamentos = defineRoute({
  id: 'dadosPagamentos',
  path: `${DATA_PATH}/pagamentos`,
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

const ALL = [reunioes, reuniao, membros, pagamentos, declaracoes] as const;

export type DataRouteId = (typeof ALL)[number]['id'];

const DATA_ROUTES: readonly AnyRoute[] = ALL;

/** Matches the path of a file without its format: that of a page of `routes`, or that of a set. */
export function matchFileRoute(routes: readonly AnyRoute[], path: string, search: URLSearchParams): RouteMatch {
  return matchRoute(path.startsWith(`${DATA_PATH}/`) ? DATA_ROUTES : routes, path, search);
}

interface DataFilters {
  readonly orgao?: string;
  readonly categoria?: string;
  readonly de?: number;
  readonly ate?: number;
}

/** Variables of the filters; a filter that is left out matches everything. */
export function dataFilters({ search }: RouteInput): DataFilters {
  const [orgao] = search['orgao'] ?? [];
  const [categoria] = search['categoria'] ?? [];
  const year = Number(search['ano']?.[0] ?? 0);
  return {
    ...(orgao === undefined ? {} : { orgao }),
    ...(categoria === undefined ? {} : { categoria }),
    ...(year === 0 ? {} : { de: year, ate: year }),
  };
}
