/**
 * A form that there is no room for, of the sender's quota of the connection or of the server: it comes back in a page that costs neither a render nor
 * a question to the database, with what was typed and a button that sends it again. Files are read past.
 */
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { TypedForm } from '../../shared/cases/case-form.ts';
import { CASE_MESSAGES } from '../../shared/cases/messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { ERROR_CODES } from '../../shared/errors/codes.ts';
import { escapeHtml } from '../../shared/html/escape.ts';
import { wantsPage } from '../http/error-page.ts';
import type { RefusalCode, Refuse } from '../http/quota-handler.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { contentLengthOf } from '../message/content-framing.ts';
import type { FileBuffer } from './buffered-files.ts';
import { receiveForm } from './received-form.ts';

/** Bytes that are read of a client who has used up the quota: the files that a form may have, and its texts. */
const MAX_BYTES = 64 * 1024 * 1024;

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

const REASONS: Readonly<Record<RefusalCode, string>> = {
  TOO_MANY_REQUESTS: CASE_MESSAGES.muitosPedidos,
  OVERLOADED: CASE_MESSAGES.muitosEnvios,
};

const NOWHERE: FileBuffer = {
  async receive(content) {
    for await (const _ of content);
    return { size: 0, sha256: '', head: new Uint8Array(), open: () => Readable.from([]), discard: () => Promise.resolve() };
  },
};

/** Makes the answer to refused requests. @throws AppError TOO_MANY_REQUESTS or OVERLOADED for what is no form of a page of ours */
export function returnForm(siteOrigin: string): Refuse {
  return async (req, res, code) => {
    const { method, headers, rawHeaders } = req;
    const isForm = method === 'POST' && wantsPage(headers.accept) && isSameOrigin(headers, siteOrigin);
    const length = contentLengthOf(rawHeaders);
    if (!isForm || length === null || length > MAX_BYTES) throw new AppError(code);
    const { typed } = await receiveForm(req, NOWHERE);
    const { status, retryAfter } = ERROR_CODES[code];
    res.status(status);
    res.setHeader('Retry-After', retryAfter);
    sendReturnedForm(req, res, typed, REASONS[code]);
  };
}

/** Sends the page; its status and when to try again are set already. */
export function sendReturnedForm(req: Request, res: Response, typed: TypedForm, reason: string): void {
  const page = returnedFormPage(req.baseUrl + req.path, typed, reason);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Language', 'pt-BR');
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Content-Length', Buffer.byteLength(page));
  res.end(page);
}

function returnedFormPage(path: string, { texto, ...others }: TypedForm, reason: string): string {
  const hidden = Object.entries(others).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  // The parser drops a line feed that is the first character of a text area.
  const text =
    texto === undefined
      ? ''
      : `<p><label for="texto">O que você escreveu</label></p>
<p><textarea id="texto" name="texto" rows="12" cols="60">\n${escapeHtml(texto)}</textarea></p>`;
  return `<!DOCTYPE html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Erro: o formulário não foi enviado</title>
</head>
<body>
<main>
<h1>O formulário não foi enviado</h1>
<p>${reason}</p>
<form method="post" action="${escapeHtml(path)}" enctype="multipart/form-data" accept-charset="utf-8">
${hidden.join('\n')}
${text}
<p><button type="submit">Enviar de novo</button></p>
</form>
</main>
</body>
</html>
`;
}
