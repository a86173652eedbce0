/** The receipt of what was registered, for the browser that registered it: a page, a text file, and the end of the term as a calendar file. */
import { type Request, type Response, Router } from 'express';
import { RECEIPT_CALENDAR_PATH, RECEIPT_PATH, RECEIPT_TEXT_PATH } from '../../shared/cases/addresses.ts';
import type { CaseScreen, Receipt } from '../../shared/cases/case-screen.ts';
import { type ReceiptSite, receiptCalendar, receiptText } from '../../shared/cases/receipt-texts.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { refuseMethod } from '../http/responses.ts';
import { caseCookieOf, RECEIPT_COOKIE } from './case-cookies.ts';
import type { CaseKeys } from './case-keys.ts';

export interface ReceiptRouterOptions {
  readonly keys: () => Promise<CaseKeys>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly site: () => ReceiptSite;
  readonly sendPage: (
    req: Request,
    res: Response,
    page: { readonly route: 'recibo'; readonly screen: CaseScreen; readonly status: number },
  ) => Promise<void>;
}

export function createReceiptRouter(options: ReceiptRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(RECEIPT_PATH)
    .get((req, res) => showReceipt(req, res, options))
    .all(refuseMethod());
  for (const [path, file] of FILES) {
    router
      .route(path)
      .get((req, res) => sendReceiptFile(req, res, options, file))
      .all(refuseMethod());
  }
  return router;
}

async function showReceipt(req: Request, res: Response, options: ReceiptRouterOptions): Promise<void> {
  const receipt = await receiptOf(req, options);
  const screen: CaseScreen = receipt === null ? { kind: 'noReceipt' } : { kind: 'receipt', receipt };
  await options.sendPage(req, res, { route: 'recibo', screen, status: receipt === null ? 404 : 200 });
}

interface ReceiptFile {
  readonly type: string;
  readonly ending: string;
  readonly write: (receipt: Receipt, site: ReceiptSite) => string | null;
}

const FILES: readonly (readonly [string, ReceiptFile])[] = [
  [RECEIPT_TEXT_PATH, { type: 'text/plain; charset=utf-8', ending: 'txt', write: receiptText }],
  [RECEIPT_CALENDAR_PATH, { type: 'text/calendar; charset=utf-8', ending: 'ics', write: receiptCalendar }],
];

/** @throws AppError RESOURCE_NOT_FOUND without a receipt, and for the term of a case without one */
async function sendReceiptFile(
  req: Request,
  res: Response,
  options: ReceiptRouterOptions,
  { type, ending, write }: ReceiptFile,
): Promise<void> {
  const receipt = await receiptOf(req, options);
  const text = receipt === null ? null : write(receipt, options.site());
  if (receipt === null || text === null) throw new AppError('RESOURCE_NOT_FOUND');
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Disposition', contentDisposition('attachment', `${receipt.protocolo}.${ending}`));
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(req.method === 'HEAD' ? undefined : text);
}

function receiptOf(req: Request, options: ReceiptRouterOptions): Promise<Receipt | null> {
  return caseCookieOf(req.headers, RECEIPT_COOKIE, options);
}
