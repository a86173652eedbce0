/** "Esta página foi útil?": its addresses, the pages that ask it, and the length of an answer. Nothing of the reader goes with it. */
import type { RouteId } from '../routes/table.ts';

/** Takes an answer (POST). */
export const FEEDBACK_PATH = '/_avaliacao';

/** Thanks for it; the path of the page follows. */
export const FEEDBACK_THANKS_PATH = `${FEEDBACK_PATH}/obrigado`;

/** Pages whose content a reader may judge: neither forms nor lists nor the results of a search. */
const JUDGED: ReadonlySet<string> = new Set<RouteId>([
  'pagina',
  'noticia',
  'comunicado',
  'bannerComunicado',
  'faq',
  'servico',
  'unidade',
  'organograma',
  'comiteInvestimento',
  'conselhoFiscal',
  'conselhoPrevidenciario',
  'diretoriaExecutiva',
  'lai',
  'documento',
  'situacao',
  'dadosAbertos',
  'progestao',
  'progestaoPainel',
]);

export function isJudged(routeId: string): boolean {
  return JUDGED.has(routeId);
}

/** Characters; longer ones are no comment but a letter, for which there are forms with an answer. */
export const MAX_COMMENT = 1_000;
