import { at, randomFor } from '../random.ts';
import { backdrop, boat, type Landscape, palm, river, stiltHouse, tree } from './nature.ts';
import { COR, LUZES, type Luz } from './palette.ts';
import { circle, group, hills, line, path, rect, type Svg, svg } from './shapes.ts';
import { building, houses, tower } from './town.ts';

const WIDTH = 1600;
const HEIGHT = 900;

function landscape(luz: Luz, horizon: number, sun: readonly [number, number, number]): Landscape {
  return { width: WIDTH, height: HEIGHT, horizon, luz, sun };
}

/** Dawn on the river with a boat on its way. */
export function rio(): Svg {
  const random = randomFor('rio');
  const scene = landscape(LUZES.tarde, 520, [980, 330, 90]);
  return svg(WIDTH, HEIGHT, [
    backdrop(random, scene),
    river(random, scene),
    boat(620, 650, 1.3, COR.primaria),
    hills(random, { width: WIDTH, bottom: HEIGHT, y: 830, swing: 26, steps: 5 }, LUZES.tarde.planos[2]),
    palm(1420, 850, 250, '#23403d', -18),
    palm(1510, 870, 200, '#1b3432'),
    palm(90, 860, 210, '#1b3432', 16),
  ]);
}

/** The institute's seat: a public building with a ramp, palms and a square in front. */
export function sede(): Svg {
  const random = randomFor('sede');
  const scene = landscape(LUZES.dia, 640, [1260, 200, 70]);
  return svg(WIDTH, HEIGHT, [
    backdrop(random, scene),
    rect(0, 640, WIDTH, 260, '#cfe3c4'),
    building({ x: 430, y: 720, width: 740, floors: 4, wall: COR.creme, accent: COR.primaria }),
    rect(0, 720, WIDTH, 34, '#e9d9b5'),
    rect(0, 754, WIDTH, 146, '#5d8f74'),
    path('M640 754h320l160 146h-640z', '#efe2c2'),
    palm(300, 760, 220, '#2f7a60'),
    palm(1330, 770, 250, '#236a57', -12),
    tree(170, 800, 150, '#3a7d5a'),
    tree(1480, 810, 160, '#2f6f54'),
    ...[240, 1400].map((x) => rect(x, 800, 120, 14, COR.terra, 6)),
  ]);
}

/** The coloured houses of the centre, with the tower between them. */
export function cidade(): Svg {
  const random = randomFor('cidade-2');
  const scene = landscape(LUZES.manha, 560, [360, 250, 80]);
  return svg(WIDTH, HEIGHT, [
    backdrop(random, scene),
    houses(random, { from: 60, to: 1540, y: 600, unit: 84 }),
    tower(830, 640, 1.5),
    houses(random, { from: -40, to: 1600, y: 720, unit: 120 }),
    rect(0, 716, WIDTH, 30, '#e9d9b5'),
    rect(0, 746, WIDTH, 154, '#7d8f93'),
    line('M-20 824H1640', '#f6dfb4', 8, 0.8),
    ...[180, 560, 1010, 1390].map((x, index) => tree(x, 740, 110 + index * 8, at(['#3a7d5a', '#2f6f54'], index))),
  ]);
}

/** Houses on stilts beside the creek at dusk. */
export function igarape(): Svg {
  const random = randomFor('igarape');
  const scene = landscape(LUZES.crepusculo, 540, [420, 380, 76]);
  return svg(WIDTH, HEIGHT, [
    backdrop(random, scene),
    river(random, scene),
    stiltHouse(930, 690, 1.5, { wall: '#f2a541', roof: '#7a3f2d', door: '#0b5563' }),
    stiltHouse(1260, 660, 1.15, { wall: '#e3f1ec', roof: '#a8583c', door: '#13788a' }),
    stiltHouse(690, 640, 0.9, { wall: '#e7b08f', roof: '#5f3527', door: '#073642' }),
    line('M600 700H1500', '#4a3526', 12),
    boat(360, 730, 0.8, '#a8583c'),
    hills(random, { width: WIDTH, bottom: HEIGHT, y: 860, swing: 20, steps: 6 }, '#062630'),
    palm(1500, 880, 270, '#0a2f3b', -20),
    palm(120, 880, 240, '#0a2f3b', 18),
  ]);
}

/** The square, with trees, a bench and a bandstand, where public hearings are held. */
export function praca(): Svg {
  const random = randomFor('praca');
  const scene = landscape(LUZES.dia, 600, [1180, 220, 74]);
  return svg(WIDTH, HEIGHT, [
    backdrop(random, scene),
    houses(random, { from: 40, to: 1560, y: 620, unit: 76 }),
    rect(0, 610, WIDTH, 290, '#8fbf8f'),
    path('M0 900C300 760 520 720 800 720C1080 720 1300 760 1600 900Z', '#efe2c2'),
    group('translate(800 720)', [
      path('M-220 0h440v-26h-440z', '#d9c9a4'),
      ...[-180, -92, 80, 168].map((x) => rect(x, -190, 14, 166, COR.creme)),
      path('M-240 -186L0 -310L240 -186Z', COR.primaria),
      rect(-236, -192, 472, 16, COR.ambar, 6),
      circle(0, -316, 12, COR.ambar),
    ]),
    tree(230, 760, 220, '#2f7a60'),
    tree(1370, 770, 240, '#2f6f54'),
    tree(480, 700, 130, '#4f9a83'),
    tree(1130, 700, 120, '#4f9a83'),
    ...[300, 1160].map((x) =>
      group(`translate(${x} 820)`, [
        rect(0, -34, 150, 12, COR.terra, 5),
        rect(0, -62, 150, 10, COR.terra, 5),
        rect(14, -34, 10, 40, COR.noite),
        rect(126, -34, 10, 40, COR.noite),
      ]),
    ),
  ]);
}

/** A second building, low and wide, with an access ramp: a service post in a neighbourhood. */
export function posto(): Svg {
  const random = randomFor('posto');
  const scene = landscape(LUZES.tarde, 620, [300, 260, 84]);
  return svg(WIDTH, HEIGHT, [
    backdrop(random, scene),
    rect(0, 620, WIDTH, 280, '#c9a878'),
    tree(1440, 700, 240, '#41684f'),
    palm(180, 720, 240, '#2d4b49', 12),
    building({ x: 520, y: 720, width: 620, floors: 2, wall: '#fff8ea', accent: COR.coral }),
    rect(0, 720, WIDTH, 26, '#e9d3a0'),
    rect(0, 746, WIDTH, 154, '#56706a'),
    line('M60 826H1540', '#f6dfb4', 7, 0.7),
    tree(380, 740, 150, '#52775a'),
  ]);
}
