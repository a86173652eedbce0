/**
 * `/_casos/resumo`: the way out of the digest that its e-mail names, without a sign-in. A page with one button, because programs that check mail open links;
 * mail programs press it themselves (RFC 8058).
 */
import { timingSafeEqual } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { CaseScreen } from '../../../shared/cases/case-screen.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { DIGEST_LEAVE_PATH } from '../../../shared/session/digest-address.ts';
import { refuseMethod } from '../../http/responses.ts';
import { linkPageHeaders } from '../../http/security-headers.ts';
import { type CaseKey, type CaseKeys, keyedDigest } from '../case-keys.ts';
import type { DigestFunctions } from './digest-functions.ts';

export interface DigestRouterOptions {
  readonly functions: Pick<DigestFunctions, 'gets' | 'choose'>;
  readonly keys: () => Promise<CaseKeys>;
  readonly sendPage: (
    req: Request,
    res: Response,
    page: { readonly route: 'resumo'; readonly screen: CaseScreen; readonly status: number },
  ) => Promise<void>;
}

export function createDigestRouter({ functions, keys, sendPage }: DigestRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const show = (req: Request, res: Response, action: string | null): Promise<void> =>
    sendPage(req, res, { route: 'resumo', screen: { kind: 'digest', action }, status: 200 });
  const userOf = async (req: Request): Promise<string> => {
    const userId = readToken(await keys(), String(req.params['token']));
    if (userId === null) throw new AppError('RESOURCE_NOT_FOUND');
    return userId;
  };
  router
    .route(`${DIGEST_LEAVE_PATH}/:token`)
    .all(linkPageHeaders)
    .get(async (req, res) => show(req, res, (await functions.gets(await userOf(req))) ? req.path : null))
    .post(async (req, res) => {
      // Any client with the token may switch it off: the token is for that.
      await functions.choose(await userOf(req), false);
      return show(req, res, null);
    })
    .all(refuseMethod('GET, HEAD, POST'));
  return router;
}

/** Bytes of the digest that a link carries; 128 bits cannot be guessed. */
const DIGEST_BYTES = 16;
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{32})$/;

/** Returns what proves that an e-mail was sent to the owner of an account. */
export function digestToken([key]: CaseKeys, userId: string): string {
  return `${userId}.${digest(key, userId).toString('hex')}`;
}

/** Returns the account; null for a token that the site has not made. */
function readToken(keys: CaseKeys, token: string): string | null {
  const [, userId = '', given = ''] = TOKEN.exec(token) ?? [];
  return userId !== '' && keys.some((key) => timingSafeEqual(Buffer.from(given, 'hex'), digest(key, userId))) ? userId : null;
}

function digest(key: CaseKey, userId: string): Buffer {
  return keyedDigest(key, 'resumo', userId).subarray(0, DIGEST_BYTES);
}
