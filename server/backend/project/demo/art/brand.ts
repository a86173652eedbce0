import { randomFor } from '../random.ts';
import { word, wordWidth } from './letters.ts';
import { backdrop, boat, type Landscape, palm, river } from './nature.ts';
import { COR, LUZES } from './palette.ts';
import { circle, group, hills, path, rect, type Svg, svg } from './shapes.ts';

/** The mark: a sun over two waves inside a round field of 200 x 200 units. */
function mark(x: number, y: number, size: number, colours: { field: string; sun: string; wave: string; deep: string }): Svg {
  return group(`translate(${x} ${y}) scale(${size / 200})`, [
    circle(100, 100, 100, colours.field),
    circle(100, 88, 40, colours.sun),
    path(
      'M4 116C40 92 64 92 100 112C136 132 160 132 196 112A98 98 0 0 1 188 146C156 158 132 152 100 136C68 120 44 122 10 144A98 98 0 0 1 4 116Z',
      colours.wave,
    ),
    path('M16 154C48 138 70 140 100 156C130 170 152 172 178 162A98 98 0 0 1 16 154Z', colours.deep),
  ]);
}

const CORES = { field: COR.primaria, sun: COR.ambar, wave: '#ffffff', deep: COR.agua };

/** The mark with the institute's acronym beside it, on a transparent ground. */
export function logoArt(): Svg {
  return svg(1120, 240, [mark(20, 20, 200, CORES), word('PREVSERENA', 270, 76, { height: 88, colour: COR.primaria, weight: 22 })]);
}

/** The mark alone, 512 x 512, for the browser's tab and the home screen. */
export function iconArt(): Svg {
  return svg(512, 512, [mark(0, 0, 512, CORES)]);
}

/** The picture that accompanies a shared link: 1200 x 630, mark and acronym over the river. */
export function socialArt(): Svg {
  const random = randomFor('social');
  const scene: Landscape = { width: 1200, height: 630, horizon: 430, luz: LUZES.crepusculo, sun: [900, 330, 60] };
  const height = 74;
  return svg(1200, 630, [
    backdrop(random, scene),
    river(random, scene),
    boat(880, 520, 0.7, '#e76f51'),
    hills(random, { width: 1200, bottom: 630, y: 600, swing: 14, steps: 5 }, '#062630'),
    palm(1130, 620, 190, '#0a2f3b', -14),
    rect(70, 120, 830, 220, '#ffffff', 28),
    mark(100, 140, 180, CORES),
    word('PREVSERENA', 330, 193, { height, colour: COR.primaria, weight: 21 }),
    rect(330, 288, wordWidth('PREVSERENA', height) * 0.62, 10, COR.ambar, 5),
  ]);
}
