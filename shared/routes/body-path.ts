/** Where the page of a collegiate body is, by the key of the body in the content. */
import { ROTA_DO_ORGAO } from './familias/institucional.ts';
import { routePath } from './url.ts';

/** Returns the path of the page of the body `chave`; null for a key that has no page. */
export function knownBodyPath(chave: string): string | null {
  return isBody(chave) ? routePath(ROTA_DO_ORGAO[chave]) : null;
}

/** Returns the path of the page of the body `chave`, or of the chart of the whole institution for a key that has no page. */
export function bodyPath(chave: string): string {
  return knownBodyPath(chave) ?? routePath('organograma');
}

function isBody(chave: string): chave is keyof typeof ROTA_DO_ORGAO {
  return Object.hasOwn(ROTA_DO_ORGAO, chave);
}
