import { type Context, createContext, useContext } from 'react';
import { ESTADO_VAZIO, type EstadoDoSite } from '../../shared/site-state/site-state.ts';

export const EstadoContext: Context<EstadoDoSite> = createContext(ESTADO_VAZIO);

/** Returns the shared site state; the parts that this page's layout does not show are empty (see `parte-do-estado.ts`). */
export function useEstado(): EstadoDoSite {
  return useContext(EstadoContext);
}
