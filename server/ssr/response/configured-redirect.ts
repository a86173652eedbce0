/** Answers with a redirect that the institution has set for an address that has no page, or whose row is gone. */
import type { Request, Response } from 'express';
import { NEVER_POLICY } from '../../../shared/cache/policy.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { goneMessage } from '../../../shared/errors/withdrawn.ts';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import type { PageAddress } from '../page/page-outcome.ts';
import { type ErrorAnswerContext, sendErrorAnswer, sendRedirect } from './answers.ts';

/** Finds a redirect by a path and its raw query. */
export type FindRedirect = (
  path: string,
  query: string,
) =>
  | { readonly kind: 'gone'; readonly reason: string | null }
  | { readonly kind: 'moved'; readonly to: string; readonly status: number }
  | null;

interface RequestedPage {
  readonly req: Request;
  readonly res: Response;
  readonly address: PageAddress;
}

/**
 * Sends the redirect, or says that the page is gone for good; false when none is set. No cache stores the answer: it costs no query here, and a
 * stored one would outlive the row.
 */
export async function sendConfiguredRedirect(
  { req, res, address }: RequestedPage,
  find: FindRedirect,
  route: AnyRoute | null,
  errors: ErrorAnswerContext,
): Promise<boolean> {
  const found = find(address.path, address.fullQuery);
  if (found === null) return false;
  if (found.kind === 'moved') {
    const { to, status } = found;
    sendRedirect(res, { to, status, cache: { policy: NEVER_POLICY, groups: [] }, payloadOf: errors.payloadOf });
  } else {
    await sendErrorAnswer(
      req,
      res,
      new AppError('PAGE_GONE', found.reason === null ? {} : { publicMessage: goneMessage(found.reason) }),
      route,
      errors,
    );
  }
  return true;
}
