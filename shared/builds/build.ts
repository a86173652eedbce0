/** The build's public record (protocol: `/builds/latest.json`, `/builds/meta/{id}.json`), written by the server and read by the browser; its files. */

export const BUILDS_BASE = '/builds';
export const LATEST_BUILD_PATH: string = `${BUILDS_BASE}/latest.json`;

export interface LatestBuild {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
}

export interface BuildMeta extends LatestBuild {
  /** Paths of the routes without parameters: their `_payload.json` exists in this build. */
  readonly prerendered: readonly string[];
}

/** The hashed files of a build. Their addresses change with their bytes, so a name means the same in every build that has it. */
export const ASSETS_BASE = '/assets';

/** As the bundler names them: a stem, eight characters of the hash, one extension. */
const ASSET_NAME = /^[A-Za-z0-9_][\w.-]{0,99}-[\w-]{8}\.(?:js|css|woff2|png|svg|webp|avif|jpg|gif)$/;

/** Says whether `name` can be the name of a hashed file. */
export function isAssetName(name: string): boolean {
  return ASSET_NAME.test(name);
}

/** Returns the address of a build's record. */
export function buildMetaPath(id: string): string {
  return `${BUILDS_BASE}/meta/${encodeURIComponent(id)}.json`;
}

/** Reads `latest.json`; null when it is not one. */
export function parseLatestBuild(value: unknown): LatestBuild | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, timestamp } = value as Record<string, unknown>;
  return typeof id === 'string' && id !== '' && typeof timestamp === 'number' ? { id, timestamp } : null;
}

/** Reads a build's record; null when it is not one (a page in place of JSON has no `prerendered` list). */
export function parseBuildMeta(value: unknown): BuildMeta | null {
  const latest = parseLatestBuild(value);
  if (latest === null) return null;
  const { prerendered } = value as Record<string, unknown>;
  if (!Array.isArray(prerendered) || !prerendered.every((path) => typeof path === 'string')) return null;
  return { ...latest, prerendered };
}
