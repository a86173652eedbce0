/** The page that is shown without network in place of one that was not kept: what can still be read. */
import { OFFLINE_STYLE } from '../../shared/builds/offline.ts';
import { escapeHtml } from '../../shared/html/escape.ts';
import { formatDate } from '../../shared/locale/dates.ts';

export interface SavedPage {
  readonly href: string;
  /** As HTML: the text between the tags of the page's own title. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Returns the document, with moments by the clock of `timeZone`. */
export function offlinePage(pages: readonly SavedPage[], timeZone: string): string {
  const items = pages.map(
    ({ href, title, at }) =>
      `<li><a href="${escapeHtml(href)}">${title}</a> <span>Cópia de ${formatDate(new Date(at).toISOString(), 'date-time', timeZone)}</span></li>`,
  );
  const list =
    items.length === 0
      ? '<p>Este aparelho ainda não guardou nenhuma página. As listas e os documentos que você abrir com conexão ficam guardados aqui.</p>'
      : `<h2>O que você pode ler agora</h2><ul>${items.join('')}</ul>`;
  return `<!DOCTYPE html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sem conexão</title><link rel="stylesheet" href="${OFFLINE_STYLE}"></head>
<body><main><h1>Sem conexão</h1><p>Não conseguimos carregar esta página. Confira a internet do seu aparelho e <a href="">tente de novo</a>.</p>${list}</main></body></html>`;
}
