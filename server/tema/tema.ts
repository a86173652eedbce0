/**
 * The institution's colours as a stylesheet, `/_tema/{hash}.css`. The address changes with the colours, so the stylesheet is immutable; it is
 * not an inline style, because the Content-Security-Policy forbids those.
 */
import { createHash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { IMMUTABLE_POLICY, NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod } from '../http/responses.ts';
import { sendValidated } from '../http/validators.ts';
import { type Hex, parseHex } from './colour.ts';
import { paletteOf, type Tones } from './tones.ts';

const TEMA_PATH = '/_tema';

/** Number of stylesheets kept: pages that were rendered before a change of colour still link to the earlier one. */
const KEPT = 16;

export interface TemaOptions {
  readonly siteState: () => SiteState;
}

export interface Tema {
  /** Address of the stylesheet of the current colour; null when the configured colour is not `#rrggbb`. */
  readonly href: () => string | null;
  readonly router: Router;
}

interface Stylesheet {
  readonly hash: string;
  readonly css: string;
}

/** Makes the theme of the site. A stylesheet is computed at the first use of its colour. */
export function createTema(options: TemaOptions): Tema {
  const byColour = new LRUCache<Hex, Stylesheet>({ max: KEPT });

  const current = (): Stylesheet | null => {
    const colour = parseHex(options.siteState().siteConfig[0]?.cor_primaria ?? '');
    if (colour === null) return null;
    const known = byColour.get(colour);
    if (known !== undefined) return known;
    const made = stylesheetOf(colour);
    byColour.set(colour, made);
    return made;
  };

  /**
   * Another replica may have rendered the page, in colours that this one has not computed, or no longer knows. The current ones, which no
   * cache keeps under that address, are better than none.
   */
  const find = (hash: string): Stylesheet | null => {
    const latest = current();
    return [...byColour.values()].find((sheet) => sheet.hash === hash) ?? latest;
  };

  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(`${TEMA_PATH}/:file`)
    .get((req, res) => answer(req, res, find))
    .all(refuseMethod());
  const href = (): string | null => {
    const sheet = current();
    return sheet === null ? null : `${TEMA_PATH}/${sheet.hash}.css`;
  };
  return { href, router };
}

function answer(req: Request, res: Response, find: (hash: string) => Stylesheet | null): void {
  const hash = /^([0-9a-f]{16})\.css$/.exec(String(req.params['file']))?.[1];
  const sheet = hash === undefined ? null : find(hash);
  if (sheet === null) throw new AppError('RESOURCE_NOT_FOUND');
  applyCachePolicy(res, sheet.hash === hash ? IMMUTABLE_POLICY : NEVER_POLICY);
  res.setHeader('Content-Type', 'text/css; charset=utf-8');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  sendValidated(req, res, Buffer.from(sheet.css), `"${sheet.hash}"`);
}

function stylesheetOf(colour: Hex): Stylesheet {
  const { claro, escuro } = paletteOf(colour);
  // These selectors lose to those of the high-contrast theme, which ignores the institution's colour.
  const css = [
    `:root{${declarations(claro)}}`,
    `@media (prefers-color-scheme: dark){:root:not([data-tema]){${declarations(escuro)}}}`,
    `:root[data-tema="escuro"]{${declarations(escuro)}}`,
    '',
  ].join('\n');
  return { hash: createHash('sha256').update(css).digest('hex').slice(0, 16), css };
}

function declarations(tones: Tones): string {
  return [
    `--cor-primaria:${tones.primaria}`,
    `--cor-primaria-forte:${tones.forte}`,
    `--cor-primaria-suave:${tones.suave}`,
    `--cor-sobre-primaria:${tones.sobrePrimaria}`,
  ].join(';');
}
