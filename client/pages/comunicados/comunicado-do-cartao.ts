import type { ComunicadoDoCartaoFragment } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { ComunicadoDoCartao } from '../../components/news/cartao-comunicado/cartao-comunicado.tsx';

/**
 * True when the validity of a notice is over. The database says whether it is in force; a notice that is not in force and begins after its
 * publication may still lie ahead, and without a clock the page cannot tell, so it says nothing.
 */
export function estaEncerrado({ vigente, valido_de, valido_ate, publicado_em }: ComunicadoDoCartaoFragment): boolean {
  if (vigente !== null || valido_ate === null) return false;
  return valido_de === null || publicado_em === null || new Date(valido_de).getTime() <= new Date(publicado_em).getTime();
}

/** A row of `comunicado` as its card shows it. */
export function comunicadoDoCartao(row: ComunicadoDoCartaoFragment): ComunicadoDoCartao {
  return {
    titulo: row.titulo,
    href: routePath('comunicado', { id: row.id }),
    resumo: row.resumo,
    tipo: row.tipo_comunicado.rotulo,
    prioridade: prioridadeDe(row.prioridade),
    publicadoEm: row.publicado_em ?? '',
    validoAte: row.valido_ate,
    encerrado: estaEncerrado(row),
  };
}

export function prioridadeDe(valor: string): ComunicadoDoCartao['prioridade'] {
  return valor === 'alta' || valor === 'urgente' ? valor : 'normal';
}
