/**
 * The inert JSON blocks of a document: one boot block, one for each result of the route's operations, before a result the icons that it
 * names, and one for programs. Written by server/ssr, read by the browser's entry.
 */
import { inlineJson } from '../html/escape.ts';
import { BOOT_BLOCK_ID, FAILURE_ATTRIBUTE, ICONS_ATTRIBUTE, RESULT_ATTRIBUTE } from './block-names.ts';
import type { IconBodies } from './payload.ts';

/** What the configuration lets every visitor know. Nothing else of it reaches the browser. */
export interface PublicSettings {
  /** Build id. */
  readonly build: string;
  /** Origin without a trailing slash. */
  readonly siteUrl: string;
  readonly siteTitle: string | null;
  readonly siteDescription: string | null;
  readonly siteFavicon: string;
  readonly siteSocialImage: string | null;
  readonly adminAppUrl: string | null;
  /** True when a WebSocket endpoint is configured; the browser opens a socket only then. */
  readonly subscriptions: boolean;
  /** True when the site sends e-mail: lists offer to be followed by it only then. */
  readonly hasMail: boolean;
  /** True where browsers keep what was read for reading without network. */
  readonly offlineCopies: boolean;
  /** Milliseconds between two looks at the latest build; 0 switches them off. */
  readonly buildPollMs: number;
  /** Address of map tiles with `{z}`, `{x}` and `{y}`, of a fixed host; null when the site has no map. */
  readonly mapTileUrl: string | null;
  /** Who made the map, as plain text. */
  readonly mapTileAttribution: string | null;
  /** Folder of the translator into Libras; null where pages offer none. */
  readonly vlibrasUrl: string | null;
}

export interface BootBlock {
  readonly settings: PublicSettings;
  /** Address of the page state that the document was rendered with (see `page-state-file.ts`). */
  readonly pageStateHref: string;
  /** Stylesheets of the document, so that hydration draws the same head. */
  readonly styles: readonly string[];
  readonly temaHref: string | null;
  /** Modules of the page that hydration will need; fetched beside its entry once it starts. */
  readonly modules: readonly string[];
}

/** Writes the boot block. */
export function bootBlock(boot: BootBlock): string {
  return `<script type="application/json" id="${BOOT_BLOCK_ID}">${inlineJson(JSON.stringify(boot))}</script>`;
}

/** Writes the block of icons that follow-up results name; nothing for no icon. */
export function iconsBlock(icons: IconBodies): string {
  if (Object.keys(icons).length === 0) return '';
  return `<script type="application/json" ${ICONS_ATTRIBUTE}="">${inlineJson(JSON.stringify(icons))}</script>`;
}

/** Writes the block of one result from its JSON text. */
export function resultBlock(index: number, json: string): string {
  return `<script type="application/json" ${RESULT_ATTRIBUTE}="${index}">${inlineJson(json)}</script>`;
}

/** Writes the block of JSON-LD, whose text must be safe inside it. Programs read it; the browser's entry does not. */
export function structuredDataBlock(text: string): string {
  return `<script type="application/ld+json">${text}</script>`;
}

/**
 * Writes the block of an operation that failed: its part was drawn as an error, and hydration must draw the same. `message` is the
 * backend's own, which only a developer may read; null in production.
 */
export function failureBlock(index: number, message: string | null): string {
  return `<script type="application/json" ${RESULT_ATTRIBUTE}="${index}" ${FAILURE_ATTRIBUTE}="">${inlineJson(JSON.stringify(message))}</script>`;
}
