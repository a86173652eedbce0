/**
 * The part of the site's state that a kind of page shows (menus, contacts, their icons), as a resource of its own under an address made
 * from its content. Many documents name the same one, so it is fetched once, when the script starts, instead of travelling in each.
 */
import type { IconBodies, ParteDoEstado } from './payload.ts';

export const SITE_PART_BASE = '/_estado';

export interface SitePart {
  readonly estado: ParteDoEstado;
  readonly icones: IconBodies;
}

const ADDRESS = /^\/_estado\/([0-9a-f]{16})\.json$/;

/** Returns the address of a part. `hash` is 16 hexadecimal digits. */
export function sitePartPath(hash: string): string {
  return `${SITE_PART_BASE}/${hash}.json`;
}

/** Returns the hash in an address of a part, or null for another path. */
export function sitePartHash(path: string): string | null {
  return ADDRESS.exec(path)?.[1] ?? null;
}

/** Reads a part; null when the value is not one. Its content is trusted: it comes from our own origin, under a hash that our document named. */
export function parseSitePart(value: unknown): SitePart | null {
  if (typeof value !== 'object' || value === null) return null;
  const { estado, icones } = value as Record<string, unknown>;
  return isObject(estado) && isObject(icones) ? { estado, icones: icones as IconBodies } : null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
