import { expect, test } from 'vitest';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import { PAGINAS_DE_ATENDIMENTO } from '../../../shared/routes/familias/atendimento.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import type { RouteContext } from '../../../shared/routes/types.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';

function at(address: string): { route: AnyRoute; context: RouteContext<unknown> } {
  const match = matchRoute(ROUTES, address, new URLSearchParams());
  if (match.kind !== 'route') throw new Error(`${address} is ${match.kind}`);
  return { route: match.route, context: { input: match.input, state: EMPTY_SITE_STATE, main: null } };
}

test.each(['/contato/faleConosco', '/ouvidoria', '/ouvidoria/relatorioEstatistica', '/sic', '/sic/RelatorioEstatistica', '/servicos'])(
  '%s is always found, is described and ends its breadcrumb in itself',
  (address) => {
    const { route, context } = at(address);
    expect(route.outcome(context)).toEqual({ kind: 'found' });
    expect(route.head(context).description).toBeDefined();
    expect(route.breadcrumb(context).at(-1)?.to).toBeNull();
  },
);

test.each([
  ['/ouvidoria/relatorioEstatistica', '/ouvidoria', 'ouvidoria', { palavra1: '%ouvidoria%' }],
  ['/sic/RelatorioEstatistica', '/sic', 'sic', { palavra1: '% SIC %', palavra2: '%acesso à informação%' }],
])('%s shows the numbers and the management reports of its channel, under %s', (address, parent, canal, variables) => {
  const { route, context } = at(address);
  expect(route.late(context.input)).toEqual([
    { operation: 'RelatorioDeCasos', variables: { canal, anos: '', de: 1, ate: 12 }, groups: [`relatorio_estatistico:${canal}`] },
    { operation: 'RelatoriosDoCanal', variables, groups: ['documento'] },
  ]);
  expect(route.breadcrumb(context)[0]?.to).toBe(parent);
});

test('the channels ask for pages under slugs that the route table accepts', () => {
  for (const slug of Object.values(PAGINAS_DE_ATENDIMENTO))
    expect(matchRoute(ROUTES, `/paginas/${slug}`, new URLSearchParams()).kind).toBe('route');
  const { route, context } = at('/sic');
  const [call] = route.late(context.input);
  expect(call?.variables).toMatchObject({
    paginas: [PAGINAS_DE_ATENDIMENTO.normaLocal, PAGINAS_DE_ATENDIMENTO.classificadas, PAGINAS_DE_ATENDIMENTO.encarregado],
  });
});
