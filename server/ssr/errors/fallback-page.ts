/**
 * The page that is sent when the render of the error screen fails as well. It depends on nothing that could have failed.
 */
import { ERROR_CODES, ERROR_SCREEN, type ErrorCode } from '../../../shared/errors/codes.ts';
import { escapeHtml } from '../../../shared/html/escape.ts';

/** Returns the whole document. `requestId` is the request id, shown so that a citizen can quote it. */
export function fallbackPage(code: ErrorCode, requestId: string): string {
  const entry = ERROR_CODES[code];
  return `<!DOCTYPE html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${ERROR_SCREEN.title}</title>
</head>
<body>
<main>
<h1>${ERROR_SCREEN.title}</h1>
<p><strong>${ERROR_SCREEN.otherHeading}</strong></p>
<p>${ERROR_SCREEN.otherText}</p>
<p>${escapeHtml(entry.message)}</p>
${requestId === '' ? '' : `<p>Código do pedido: ${escapeHtml(requestId)}</p>`}
<p><a href="/">${ERROR_SCREEN.button}</a></p>
</main>
</body>
</html>
`;
}
