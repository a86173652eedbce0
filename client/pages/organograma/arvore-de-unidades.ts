import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { NoDoOrganograma } from '../../components/people/organograma/organograma.tsx';

type Unidade = OperationResults['Organograma']['unidade'][number];

/**
 * Returns the units as trees, in the order of the rows. A unit whose superior is not among them is a root; units that answer to each
 * other in a ring hang under the first of them, so none is lost.
 */
export function arvoreDeUnidades(unidades: readonly Unidade[]): readonly NoDoOrganograma[] {
  const visiveis = new Set(unidades.map(({ id }) => id));
  const colocadas = new Set<number>();
  const no = (unidade: Unidade): NoDoOrganograma => {
    colocadas.add(unidade.id);
    const { id, nome, sigla, titular } = unidade;
    const filhos = unidades.filter((outra) => outra.unidade_superior_id === id && !colocadas.has(outra.id)).map(no);
    return { id, nome, sigla, href: routePath('unidade', { id }), titular: titular?.nome_social ?? titular?.nome ?? null, filhos };
  };
  const semSuperior = ({ unidade_superior_id: superior }: Unidade): boolean => superior === null || !visiveis.has(superior);
  const raizes = unidades.filter(semSuperior).map(no);
  const emAnel = unidades.flatMap((unidade) => (colocadas.has(unidade.id) ? [] : [no(unidade)]));
  return [...raizes, ...emAnel];
}
