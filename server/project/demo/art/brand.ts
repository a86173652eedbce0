import { randomFor } from '../random.ts';
import { word, wordWidth } from './letters.ts';
import { backdrop, boat, type Landscape, palm, river } from './nature.ts';
import { COR, LUZES } from './palette.ts';
import { circle, group, hills, path, rect, type Svg, svg } from './shapes.ts';

/** The mark: a sun over two waves inside a round field of 200 x 200 units. Once in a picture: its clip has a fixed name. */
function mark(x: number, y: number, size: number, colours: { field: string; sun: string; wave: string; deep: string }): Svg {
  const waves = [
    path('M-10 124C30 92 64 92 100 112C136 132 166 130 210 96V140C166 168 136 160 100 142C64 124 34 128 -10 160Z', colours.wave),
    path('M-10 172C34 142 64 138 100 156C136 174 166 178 210 152V210H-10Z', colours.deep),
  ];
  return group(`translate(${x} ${y}) scale(${size / 200})`, [
    '<clipPath id="campo"><circle cx="100" cy="100" r="100"/></clipPath>',
    circle(100, 100, 100, colours.field),
    circle(100, 84, 42, colours.sun),
    `<g clip-path="url(#campo)">${waves.join('')}</g>`,
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
    rect(70, 120, 980, 220, '#ffffff', 28),
    mark(100, 140, 180, CORES),
    word('PREVSERENA', 330, 193, { height, colour: COR.primaria, weight: 21 }),
    rect(330, 288, wordWidth('PREVSERENA', height) * 0.62, 10, COR.ambar, 5),
  ]);
}
