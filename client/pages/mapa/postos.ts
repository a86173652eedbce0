import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';

type Unidade = OperationResults['Unidades']['unidade'][number];

/** The posts that receive the public; all units where none is of that type. */
export function separarPostos(unidades: readonly Unidade[]): { readonly postos: readonly Unidade[]; readonly outras: readonly Unidade[] } {
  const postos = unidades.filter(({ tipo }) => /atendimento/i.test(tipo ?? ''));
  return postos.length === 0
    ? { postos: unidades, outras: [] }
    : { postos, outras: unidades.filter((unidade) => !postos.includes(unidade)) };
}
