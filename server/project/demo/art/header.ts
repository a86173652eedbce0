import { randomFor } from '../random.ts';
import { backdrop, boat, type Landscape, palm, river, stiltHouse, tree } from './nature.ts';
import { LUZES } from './palette.ts';
import { hills, rect, type Svg, svg } from './shapes.ts';
import { houses, tower } from './town.ts';

/** The wide picture behind every page title: the town on its river at the end of the afternoon. 2080 x 1024 by the site's rule. */
export function headerArt(): Svg {
  const random = randomFor('cabecalho');
  const scene: Landscape = { width: 2080, height: 1024, horizon: 640, luz: LUZES.manha, sun: [1380, 300, 96] };
  return svg(2080, 1024, [
    backdrop(random, scene),
    houses(random, { from: 470, to: 1010, y: 628, unit: 58 }),
    tower(760, 634, 0.95),
    houses(random, { from: 520, to: 960, y: 646, unit: 66 }),
    rect(430, 640, 620, 14, '#e9d3a0', 7),
    river(random, scene),
    boat(1240, 742, 0.95, '#0b5563'),
    boat(1110, 676, 0.42, '#a8583c'),
    stiltHouse(1700, 800, 1.05, { wall: '#f2a541', roof: '#8a4a35', door: '#0b5563' }),
    stiltHouse(1480, 770, 0.7, { wall: '#e3f1ec', roof: '#a8583c', door: '#13788a' }),
    hills(random, { width: 2080, bottom: 1024, y: 900, swing: 34, steps: 5 }, '#236a57'),
    palm(150, 940, 190, '#1c5a48'),
    palm(260, 970, 240, '#236a57', -14),
    palm(60, 980, 260, '#174c3d', 20),
    tree(420, 950, 130, '#2f7a60'),
    palm(1960, 950, 230, '#1c5a48', -16),
    tree(1840, 960, 120, '#2f7a60'),
    hills(random, { width: 2080, bottom: 1024, y: 975, swing: 22, steps: 7 }, '#14453a'),
  ]);
}
