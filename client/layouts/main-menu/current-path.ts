import type { Caminho } from '../../../shared/site-state/site-state.ts';

/** True when a menu entry is the page that is shown or one of the steps above it. The breadcrumb is what both sides know of the address. */
export function estaNoCaminho(item: { readonly rotulo: string; readonly destino: string | null }, trilha: readonly Caminho[]): boolean {
  if (item.destino === null) return false;
  return trilha.some(({ rotulo, to }) => (to === null ? rotulo === item.rotulo : to === item.destino));
}
