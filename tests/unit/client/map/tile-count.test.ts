import { expect, test } from 'vitest';
import { afterTile, NO_TILES, type TileEvent, tilesAreMissing } from '../../../../client/map/tile-count.ts';

const times = (count: number, event: TileEvent): TileEvent[] => Array.from({ length: count }, () => event);

test.each<[name: string, events: readonly TileEvent[], missing: boolean]>([
  ['nothing has come yet', [], false],
  ['a tile has come', ['loaded'], false],
  ['some fail, as on every network', [...times(6, 'loaded'), ...times(5, 'failed')], false],
  ['most fail', [...times(4, 'failed'), ...times(3, 'loaded')], true],
  ['the rest comes after all', [...times(4, 'failed'), ...times(4, 'loaded')], false],
  ['a small view is over and nothing came', ['failed', 'settled'], true],
  ['a small view came in part', ['failed', 'loaded', 'settled'], false],
  ['one failed and others are under way', ['failed'], false],
  ['nothing came in time', ['late'], true],
  ['something came in time', ['loaded', 'late'], false],
  ['the first comes late', ['late', 'loaded'], false],
])('%s', (_name, events, missing) => {
  expect(tilesAreMissing(events.reduce(afterTile, NO_TILES))).toBe(missing);
});
