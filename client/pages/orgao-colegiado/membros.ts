/** What several parts of the page of a collegiate body say of its members. */
import type { MembroDoOrgaoFragment } from '../../../shared/graphql/generated/operations.ts';
import { formatPeriod } from '../../../shared/locale/dates.ts';

type Membro = MembroDoOrgaoFragment;

/** Name as the person uses it (`nome_social` first). */
export function nomeDoMembro({ pessoa }: Pick<Membro, 'pessoa'>): string {
  return pessoa?.nome_social ?? pessoa?.nome ?? 'Nome não publicado';
}

export function periodoDoMembro({ mandato_inicio, mandato_fim }: Membro): string {
  return formatPeriod(mandato_inicio, mandato_fim);
}

export function preside({ cargo }: Membro): boolean {
  return cargo !== null && /^(?:diretora?[- ])?presidente/i.test(cargo);
}

/** The term, the act and the kind of certificate that members share; null where they differ. Members without a certificate are not asked. */
export function dadosComuns(membros: readonly Membro[]): {
  readonly mandato: string | null;
  readonly ato: Membro['ato_nomeacao'];
  readonly certificacao: string | null;
} {
  return {
    mandato: comum(membros.map(periodoDoMembro)),
    ato: comum(membros.map(({ ato_nomeacao }) => ato_nomeacao?.id ?? null)) === null ? null : (membros[0]?.ato_nomeacao ?? null),
    certificacao: comum(membros.flatMap(({ certificacao }) => (certificacao === null ? [] : [certificacao]))),
  };
}

function comum<Valor>(valores: readonly (Valor | null)[]): Valor | null {
  return new Set(valores).size === 1 ? (valores[0] ?? null) : null;
}
