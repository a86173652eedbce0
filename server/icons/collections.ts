/** The icon collections that are installed as npm packages. No icon is fetched from a network. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getIconData } from '@iconify/utils';
import type { IconifyJSON } from '@iconify-json/lucide';

/** One icon with its aliases resolved. Lengths are in units of its view box, which begins at 0 0. */
export interface Icon {
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

/** Loaders of collections by prefix. Each collection is read at its first use. */
export type IconCollections = ReadonlyMap<string, () => IconifyJSON>;

/** Iconify's default for a collection or icon without a size. */
const DEFAULT_LENGTH = 16;

/** Returns the installed collections. Reading one takes some milliseconds and keeps about 1.5 MB in memory. */
export function installedCollections(): IconCollections {
  return new Map([['lucide', once(() => readCollection('@iconify-json/lucide/icons.json'))]]);
}

/** Returns an icon of a collection, or null when it has none of that name. */
export function findIcon(collection: IconifyJSON, name: string): Icon | null {
  // Own properties only: names such as `constructor` exist on every object.
  const exists = Object.hasOwn(collection.icons, name) || Object.hasOwn(collection.aliases ?? {}, name);
  const icon = exists ? getIconData(collection, name) : null;
  if (icon === null) return null;
  return {
    body: icon.body,
    width: icon.width ?? collection.width ?? DEFAULT_LENGTH,
    height: icon.height ?? collection.height ?? DEFAULT_LENGTH,
  };
}

function readCollection(specifier: string): IconifyJSON {
  const path = createRequire(import.meta.url).resolve(specifier);
  return JSON.parse(readFileSync(path, 'utf8')) as IconifyJSON;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
