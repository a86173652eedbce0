/** What the short forms of readers have in common, whose answers are pages. */

import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Logger } from '../../observability/log.ts';
import type { AdmitRequest } from '../quota-handler.ts';
import { isSameOrigin } from '../same-origin.ts';

export interface ShortFormOptions {
  readonly siteOrigin: string;
  readonly clientOf: (req: IncomingMessage) => string | null;
  readonly admit: AdmitRequest;
  readonly log: Logger;
}

/**
 * Does `accept`. Where it fails through no fault of the sender, the form goes back with what was typed, as the forms of cases do
 * (`server/cases/submission.ts`): `sendBack` answers with a status and a sentence for its page.
 * @throws AppError for what the sender has to change
 */
export async function acceptOrReturnForm(
  accept: () => Promise<void>,
  sendBack: (status: 503, problem: string) => Promise<void>,
  log: Logger,
): Promise<void> {
  try {
    await accept();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    // Only its name and code: the text of an error may repeat what was written.
    log.error(
      { fault: error instanceof Error ? error.name : 'unknown', code: error instanceof AppError ? error.code : null },
      'what a reader sent could not be taken',
    );
    await sendBack(503, CASE_MESSAGES.indisponivel);
  }
}

/**
 * Makes the handler of GET (RFC 9110 §15.4.4). The address that a form posts to has no page of its own. Whoever loads it, by the line of addresses or by a
 * bookmark, is redirected to the page that they come from, which has the form, or to another one where the browser names none of this site.
 * @param path that of the form, which is never led to @param otherwise the path of a page
 */
export function leadToForm(path: string, siteOrigin: string, otherwise: string): RequestHandler {
  return ({ headers }, res) => {
    const from = URL.parse(headers.referer ?? '');
    const isOwn = from !== null && isSameOrigin({ host: headers.host, origin: from.origin }, siteOrigin);
    // A path that begins with two slashes would name another host.
    const leads = isOwn && !from.pathname.startsWith('//') && !from.pathname.startsWith(path);
    res.redirect(303, leads ? from.pathname + from.search : otherwise);
  };
}
