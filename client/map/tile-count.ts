/** Decides whether a map can be seen: some tiles fail on every network, a map without tiles must say so. */

export interface TileCount {
  /** Tiles since the map was opened or tried again. */
  readonly loaded: number;
  readonly failed: number;
  /** Every tile of the view has either come or failed. */
  readonly settled: boolean;
  /** The first tile has had its time. */
  readonly late: boolean;
}

export type TileEvent = 'loaded' | 'failed' | 'settled' | 'late';

export const NO_TILES: TileCount = { loaded: 0, failed: 0, settled: false, late: false };

/** A phone's first view has some six tiles: with this many lost, more than came, most of it is grey. */
const MANY_FAILED = 4;

export function afterTile(count: TileCount, event: TileEvent): TileCount {
  switch (event) {
    case 'loaded':
      return { ...count, loaded: count.loaded + 1 };
    case 'failed':
      return { ...count, failed: count.failed + 1 };
    case 'settled':
      return { ...count, settled: true };
    case 'late':
      return { ...count, late: true };
  }
}

/** True when the visitor sees no map, or hardly any of it. */
export function tilesAreMissing({ loaded, failed, settled, late }: TileCount): boolean {
  if (failed >= MANY_FAILED) return failed > loaded;
  return loaded === 0 && (late || (settled && failed > 0));
}
