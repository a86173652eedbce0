/** The address of icons and its inverse: `/_icon/{collection}.json?icons=a,b`. */
import type { ErrorCode } from '../errors/codes.ts';

export const ICON_PATH = '/_icon';

/** Most icons of one request. */
export const MAX_ICONS = 50;

/** Name of a collection or of one icon in it. */
const NAME = /^[a-z0-9-]{1,64}$/;

/** `collection:icon`, such as `lucide:landmark`. */
export type IconName = `${string}:${string}`;

export interface IconsRequest {
  readonly collection: string;
  /** Sorted, each once. */
  readonly names: readonly string[];
}

export type IconsFault = Extract<ErrorCode, 'BAD_ICON_REQUEST' | 'RESOURCE_NOT_FOUND'>;

/** Returns the address of some icons of one collection; the order and number of mentions of a name do not matter. */
export function iconsUrl(collection: string, names: readonly string[]): string {
  return `${ICON_PATH}/${collection}.json?icons=${canonical(names).join(',')}`;
}

/** Reads an icon address, its path and its query, or names the fault. `icons` occurs once and nothing else is accepted. */
export function parseIconsRequest(path: string, search: URLSearchParams): IconsRequest | IconsFault {
  const collection = /^\/_icon\/([^/]+)\.json$/.exec(path)?.[1];
  if (collection === undefined || !NAME.test(collection)) return 'RESOURCE_NOT_FOUND';
  const [list, ...others] = search.getAll('icons');
  if (list === undefined || others.length > 0 || [...search.keys()].some((key) => key !== 'icons')) return 'BAD_ICON_REQUEST';
  // No more commas than names could have, so that splitting costs no more than the longest good list.
  if (list.length > MAX_ICONS * 65) return 'BAD_ICON_REQUEST';
  const names = list.split(',');
  if (names.length > MAX_ICONS || !names.every((name) => NAME.test(name))) return 'BAD_ICON_REQUEST';
  return { collection, names: canonical(names) };
}

/** Splits `lucide:landmark`; null for anything else. */
export function parseIconName(text: string): { readonly collection: string; readonly name: string } | null {
  const [collection, name, ...rest] = text.split(':');
  if (collection === undefined || name === undefined || rest.length > 0) return null;
  return NAME.test(collection) && NAME.test(name) ? { collection, name } : null;
}

function canonical(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
