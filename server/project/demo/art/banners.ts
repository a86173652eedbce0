import { at, randomFor } from '../random.ts';
import { backdrop, boat, type Landscape, palm, river, stiltHouse, tree } from './nature.ts';
import { COR, LUZES } from './palette.ts';
import { circle, group, line, path, rect, type Svg, svg } from './shapes.ts';
import { houses, tower } from './town.ts';

const WIDTH = 1600;
const HEIGHT = 600;

/** The left two thirds stay calm, because the banner's title may lie over them. */
function panel(colour: string, discs: readonly (readonly [number, number, number, string])[]): Svg {
  return rect(0, 0, WIDTH, HEIGHT, colour) + discs.map(([x, y, radius, fill]) => circle(x, y, radius, fill, 0.4)).join('');
}

export function bannerProvaDeVida(): Svg {
  return svg(WIDTH, HEIGHT, [
    panel(COR.primaria, [
      [1300, 320, 380, COR.rio],
      [1300, 320, 270, COR.agua],
      [80, 560, 240, COR.noite],
    ]),
    rect(1160, 60, 280, 500, COR.noite, 44),
    rect(1178, 86, 244, 446, COR.nevoa, 28),
    circle(1300, 270, 96, '#ffffff'),
    group('translate(1300 280) scale(.5)', [
      path('M-120 220C-120 90 -70 50 0 50C70 50 120 90 120 220Z', COR.coral),
      circle(0, -30, 66, '#b97a56'),
      path('M-70 -24C-76 -120 76 -120 70 -24C40 -62 -30 -70 -70 -24Z', '#f1ece1'),
    ]),
    rect(1216, 436, 168, 54, COR.folha, 27),
    line('M1280 462l16 16l30 -34', '#ffffff', 10),
    line('M1030 200q40 -60 90 -70M1500 380q40 20 60 70', COR.ambar, 12),
  ]);
}

export function bannerCenso(): Svg {
  const random = randomFor('banner-censo');
  const scene: Landscape = { width: WIDTH, height: HEIGHT, horizon: 400, luz: LUZES.manha, sun: [1120, 190, 56] };
  return svg(WIDTH, HEIGHT, [
    backdrop(random, scene),
    houses(random, { from: 760, to: 1580, y: 420, unit: 66 }),
    tower(1210, 440, 1),
    houses(random, { from: 700, to: 1600, y: 486, unit: 82 }),
    rect(0, 484, WIDTH, 116, '#236a57'),
    tree(620, 500, 120, '#2f7a60'),
    tree(1480, 510, 130, '#3a7d5a'),
    palm(80, 560, 190, '#1c5a48', 12),
  ]);
}

export function bannerInvestimentos(): Svg {
  const bars = Array.from({ length: 7 }, (_, index) =>
    rect(980 + index * 78, 500 - (90 + index * 46), 50, 90 + index * 46, at([COR.agua, COR.menta, COR.ambar], index), 8),
  );
  return svg(WIDTH, HEIGHT, [
    panel(COR.noite, [
      [1280, 200, 330, COR.primaria],
      [160, 480, 260, COR.primaria],
    ]),
    ...[180, 280, 380].map((y) => rect(940, y, 600, 2, '#2b5561')),
    rect(940, 500, 600, 5, COR.menta, 2),
    ...bars,
    line('M1000 370L1080 330L1160 300L1236 226L1316 200L1394 140L1472 84', COR.coral, 9),
  ]);
}

export function bannerAudiencia(): Svg {
  const seat = (x: number, y: number, fill: string): Svg =>
    circle(x, y - 54, 30, at(['#8d5a3b', '#c98f6a', '#6f452c', '#b97a56'], Math.round(x / 100))) +
    path(`M${x - 52} ${y + 40}C${x - 52} ${y - 30} ${x + 52} ${y - 30} ${x + 52} ${y + 40}Z`, fill);
  const rows: Svg[] = [];
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      rows.push(
        seat(
          880 + column * 124 + (row % 2) * 40,
          390 + row * 96,
          at([COR.rio, COR.coral, COR.ambar, COR.folha, COR.menta], row * 2 + column),
        ),
      );
    }
  }
  return svg(WIDTH, HEIGHT, [
    panel('#f3dcae', [
      [240, 160, 300, COR.creme],
      [1300, 120, 260, COR.ambar],
    ]),
    rect(900, 60, 560, 210, '#fffdf7', 18),
    rect(950, 104, 240, 22, COR.primaria, 10),
    ...[150, 186, 222].map((y, index) => rect(950, y, at([440, 400, 280], index), 12, '#c7d8d6', 6)),
    rect(0, 560, WIDTH, 40, COR.terra),
    ...rows,
  ]);
}

export function bannerCalendario(): Svg {
  const random = randomFor('banner-calendario');
  const scene: Landscape = { width: WIDTH, height: HEIGHT, horizon: 360, luz: LUZES.tarde, sun: [820, 240, 70] };
  return svg(WIDTH, HEIGHT, [
    backdrop(random, scene),
    river(random, scene),
    boat(560, 470, 0.9, COR.primaria),
    stiltHouse(1200, 480, 1.25, { wall: COR.ambar, roof: '#7a3f2d', door: COR.primaria }),
    stiltHouse(1010, 450, 0.8, { wall: COR.nevoa, roof: COR.terra, door: COR.rio }),
    palm(1510, 590, 260, '#23403d', -16),
    palm(70, 590, 220, '#1b3432', 18),
  ]);
}
