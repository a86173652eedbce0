/** Which changes of the site's state withdraw something, in contrast to those that write it anew. */
import type { SiteState } from './site-state.ts';

/**
 * Says whether a person or a contact of `before` is not in `after`. Both may be personal data that the site may not show any longer
 * (LGPD, art. 18); every other part of the state only leads to content that is withdrawn by itself.
 */
export function withdrawsPersonalData(before: SiteState, after: SiteState): boolean {
  return isMissing(before.diretoriaExecutiva, after.diretoriaExecutiva) || isMissing(before.contato, after.contato);
}

function isMissing(before: readonly { readonly id: number }[], after: readonly { readonly id: number }[]): boolean {
  const ids = new Set(after.map(({ id }) => id));
  return before.some(({ id }) => !ids.has(id));
}
