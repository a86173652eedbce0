/**
 * The page state (the part of the site's state that a page shows) and its icons as an immutable resource, whose address is a hash of its
 * content. Many documents name the same resource, so the browser fetches it once when the script starts; no document repeats it.
 */
import type { IconBodies, PageState } from './payload.ts';

export const PAGE_STATE_BASE = '/_estado';

export interface PageStateFile {
  readonly estado: PageState;
  readonly icones: IconBodies;
}

const ADDRESS = /^\/_estado\/([0-9a-f]{16})\.json$/;

/** Returns the address of a page state. `hash` is 16 hexadecimal digits. */
export function pageStatePath(hash: string): string {
  return `${PAGE_STATE_BASE}/${hash}.json`;
}

/** Returns the hash in the address of a page state, or null for another path. */
export function pageStateHash(path: string): string | null {
  return ADDRESS.exec(path)?.[1] ?? null;
}

/** Reads a page state; null when the value is not one. Its content is trusted: our own origin served it under a hash that our document named. */
export function parsePageStateFile(value: unknown): PageStateFile | null {
  if (typeof value !== 'object' || value === null) return null;
  const { estado, icones } = value as Record<string, unknown>;
  return isObject(estado) && isObject(icones) ? { estado, icones: icones as IconBodies } : null;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
