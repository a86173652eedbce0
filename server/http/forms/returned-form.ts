/**
 * A form that there is no room for, of the sender's quota of the connection or of the server: it comes back in a page that costs neither a render nor
 * a question to the database, with what was typed and a button that sends it again. Files are read past.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { ATTACHMENTS_FIELD } from '../../../shared/cases/form-limits.ts';
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ERROR_CODES } from '../../../shared/errors/codes.ts';
import { escapeHtml } from '../../../shared/html/escape.ts';
import { contentLengthOf } from '../../message/content-framing.ts';
import { splitTarget } from '../../message/request-target.ts';
import type { ClientAddressOf } from '../client-address.ts';
import { wantsPage } from '../error-page.ts';
import type { RefusalCode, Refuse } from '../quota-handler.ts';
import { isSameOrigin } from '../same-origin.ts';
import type { FileBuffer } from './buffered-files.ts';
import { type ReceivedForm, receiveForm } from './received-form.ts';

/** Bytes that are read of a client who has used up the quota: the files that a form may have, and its texts. */
const MAX_BYTES = 64 * 1024 * 1024;

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

const REASONS: Readonly<Record<RefusalCode, string>> = {
  TOO_MANY_REQUESTS: CASE_MESSAGES.muitosPedidos,
  OVERLOADED: CASE_MESSAGES.muitosEnvios,
};

const NOWHERE: FileBuffer = {
  async receive(content) {
    let size = 0;
    for await (const chunk of content) size += (chunk as Buffer).length;
    return { size, sha256: '', head: new Uint8Array(), open: () => Readable.from([]), discard: () => Promise.resolve() };
  },
};

/** Forms that are read to go back at the same time. Each holds its texts in memory, half a megabyte at most, and who is refused is in no other line. */
const AT_ONCE = { ofOneClient: 8, ofAll: 128 } as const;

/**
 * The forms that are being read to go back. A form that is sent arrives at once, and one that is never finished stays: where there is no room, the one
 * that has been arriving for longest is given up, so that unfinished forms keep nobody behind the same address from getting a text back.
 */
class ArrivingForms {
  /** What gives each up, and its client. A map keeps the order of insertion. */
  readonly #arriving = new Map<AbortController, string | null>();

  /** @throws what `receiveForm` does; BAD_UPLOAD where the form was given up, which the signal of `giveUp` tells apart */
  async read(req: IncomingMessage, client: string | null, giveUp: AbortController): Promise<ReceivedForm> {
    this.#makeRoom(client);
    this.#arriving.set(giveUp, client);
    return receiveForm(req, NOWHERE, giveUp.signal).finally(() => this.#arriving.delete(giveUp));
  }

  #makeRoom(client: string | null): void {
    const all = [...this.#arriving.keys()];
    const own = all.filter((each) => client !== null && this.#arriving.get(each) === client);
    const full = own.length >= AT_ONCE.ofOneClient ? own : all.length >= AT_ONCE.ofAll ? all : [];
    const [oldest] = full;
    if (oldest === undefined) return;
    this.#arriving.delete(oldest);
    oldest.abort();
  }
}

/** Makes the answer to refused requests. @throws AppError TOO_MANY_REQUESTS or OVERLOADED for what is no form of a page of ours, and for one that is given up */
export function returnForm(siteOrigin: string, clientOf: ClientAddressOf): Refuse {
  const forms = new ArrivingForms();
  return async (req, res, code) => {
    const { method, headers, rawHeaders } = req;
    const isForm = method === 'POST' && wantsPage(headers.accept) && isSameOrigin(headers, siteOrigin);
    const length = contentLengthOf(rawHeaders);
    if (!isForm || length === null || length > MAX_BYTES) throw new AppError(code);
    const giveUp = new AbortController();
    const form = await forms.read(req, clientOf(req), giveUp).catch((error: unknown) => {
      throw giveUp.signal.aborted ? new AppError(code) : error;
    });
    const { status, retryAfter } = ERROR_CODES[code];
    res.status(status);
    res.setHeader('Retry-After', retryAfter);
    sendReturnedForm(req, res, form, REASONS[code]);
  };
}

/** Sends the page; its status and when to try again are set already. */
export function sendReturnedForm(req: Request, res: Response, form: ReceivedForm, reason: string): void {
  const page = returnedFormPage(splitTarget(req.originalUrl).path, form, reason);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Language', 'pt-BR');
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('Content-Length', Buffer.byteLength(page));
  res.end(page);
}

/** Names of the fields of long texts: that of the forms of cases, and the comment on a page. */
const LONG_TEXTS = ['texto', 'comentario'] as const;

function returnedFormPage(path: string, { typed, files, fault }: ReceivedForm, reason: string): string {
  const written = LONG_TEXTS.find((name) => typed[name] !== undefined);
  const hidden = Object.entries(typed).flatMap(([name, value]) =>
    name === written ? [] : `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  // The parser drops a line feed that is the first character of a text area.
  const text =
    written === undefined
      ? ''
      : `<p><label for="texto">O que você escreveu</label></p>
<p><textarea id="texto" name="${written}" rows="12" cols="60">\n${escapeHtml(typed[written] ?? '')}</textarea></p>`;
  const attachments =
    files.length === 0 && fault === null
      ? ''
      : `<p><label for="anexos">${CASE_MESSAGES.arquivosDeNovo}</label></p>
<p><input id="anexos" name="${ATTACHMENTS_FIELD}" type="file" multiple></p>`;
  // Short forms of readers are read in this type alone.
  const type = attachments === '' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
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
<form method="post" action="${escapeHtml(path)}" enctype="${type}" accept-charset="utf-8">
${hidden.join('\n')}
${text}
${attachments}
<p><button type="submit">Enviar de novo</button></p>
</form>
</main>
</body>
</html>
`;
}
