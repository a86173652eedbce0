/** The build's public record (protocol: `/builds/latest.json`, `/builds/meta/{id}.json`), written by the server and read by the browser. */

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
