import { describe, expect, test } from 'vitest';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import { ROTA_DO_ORGAO } from '../../../shared/routes/familias/institucional.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import type { RouteContext } from '../../../shared/routes/types.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';

function at(address: string): { route: AnyRoute; context: (main: unknown) => RouteContext<unknown> } {
  const match = matchRoute(ROUTES, address, new URLSearchParams());
  if (match.kind !== 'route') throw new Error(`${address} is ${match.kind}`);
  return { route: match.route, context: (main) => ({ input: match.input, state: EMPTY_SITE_STATE, main }) };
}

describe('collegiate bodies', () => {
  test.each([
    ['/institucional/comite-investimento', 'comite_investimento'],
    ['/institucional/conselho-fiscal', 'conselho_fiscal'],
    ['/institucional/conselho-previdenciario', 'conselho_previdenciario'],
    ['/institucional/diretoria-executiva', 'diretoria_executiva'],
  ])('%s reads the body %s', (address, chave) => {
    const { route, context } = at(address);
    expect(route.main?.(context(null).input)).toEqual({ operation: 'OrgaoColegiado', variables: { chave } });
    expect(Object.entries(ROTA_DO_ORGAO)).toContainEqual([chave, route.id]);
  });

  test('a collegiate body has the name of the content, and that of the specification while the content has none', () => {
    const { route, context } = at('/institucional/conselho-previdenciario');
    const orgaos = [
      { chave: 'conselho_fiscal', nome: 'Conselho de Contas' },
      { chave: 'conselho_previdenciario', nome: 'Conselho Deliberativo' },
    ];
    const { input, state } = context(null);
    expect(route.head({ input, state: { ...state, orgaos }, main: null }).title).toBe('Conselho Deliberativo');
    expect(route.head(context(null)).title).toBe('Conselho Previdenciário');
    expect(route.outcome(context({ orgao_colegiado: [] }))).toEqual({ kind: 'found' });
  });
});

describe('a unit', () => {
  test('a unit is found by its number, and its breadcrumb leads to the organogram', () => {
    const { route, context } = at('/institucional/unidade/12');
    const main = { unidade_by_pk: { nome: 'Ouvidoria' } };
    expect(route.main?.(context(null).input).variables).toEqual({ id: 12 });
    expect(route.outcome(context(main))).toEqual({ kind: 'found' });
    expect(route.head(context(main)).title).toBe('Ouvidoria');
    expect(route.breadcrumb(context(main))).toEqual([
      { label: 'Organograma', to: '/institucional/organograma' },
      { label: 'Ouvidoria', to: null },
    ]);
  });

  test('a unit that does not exist is answered with 404', () => {
    const { route, context } = at('/institucional/unidade/12');
    expect(route.outcome(context({ unidade_by_pk: null }))).toEqual({ kind: 'notFound' });
    expect(route.head(context({ unidade_by_pk: null })).title).not.toBe('');
  });

  test('an id that no unit can have is refused without a query', () => {
    expect(matchRoute(ROUTES, '/institucional/unidade/zero', new URLSearchParams()).kind).toBe('refused');
  });
});
