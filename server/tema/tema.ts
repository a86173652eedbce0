/**
 * The institution's colours as a stylesheet of its own, `/_tema/{hash}.css`: the address changes with the colours, so it is kept for
 * ever by everybody and needs no inline style, which our Content-Security-Policy would refuse.
 */
import { createHash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { IMMUTABLE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod } from '../http/methods.ts';
import { type Hex, parseHex } from './colour.ts';
import { paletteOf, type Tones } from './tones.ts';

const TEMA_PATH = '/_tema';

/** Stylesheets kept by hash: pages made before a change of colour still ask for the one they name. */
const KEPT = 16;

export interface TemaOptions {
  readonly siteState: () => SiteState;
}

export interface Tema {
  /** Address of the stylesheet of the present colour; null when the configuration has none that is `#rrggbb`. */
  readonly href: () => string | null;
  readonly router: Router;
}

interface Stylesheet {
  readonly hash: string;
  readonly css: string;
}

/** Makes the theme of the site. The stylesheet is computed when the colour is first seen. */
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

  const find = (hash: string): Stylesheet | undefined => {
    // Another replica may have sent the page before this one has seen the colour.
    current();
    return [...byColour.values()].find((sheet) => sheet.hash === hash);
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

function answer(req: Request, res: Response, find: (hash: string) => Stylesheet | undefined): void {
  const hash = /^([0-9a-f]{16})\.css$/.exec(String(req.params['file']))?.[1];
  const sheet = hash === undefined ? undefined : find(hash);
  if (sheet === undefined) throw new AppError('RESOURCE_NOT_FOUND');
  applyCachePolicy(res, IMMUTABLE_POLICY);
  res.setHeader('Content-Type', 'text/css; charset=utf-8');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('ETag', `"${sheet.hash}"`);
  // `send` answers conditional requests and HEAD.
  res.send(sheet.css);
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
