import { at, randomFor } from '../random.ts';
import { COR } from './palette.ts';
import { circle, group, line, path, rect, round, type Svg, svg } from './shapes.ts';

const WIDTH = 1600;
const HEIGHT = 900;

/** A calm wall with large soft discs behind the object of the picture. */
function wall(colour: string, discs: readonly (readonly [number, number, number, string])[]): Svg {
  return rect(0, 0, WIDTH, HEIGHT, colour) + discs.map(([x, y, radius, fill]) => circle(x, y, radius, fill, 0.35)).join('');
}

function paper(x: number, y: number, width: number, height: number, lines: number): Svg {
  const rows: Svg[] = [];
  for (let row = 0; row < lines; row += 1) {
    rows.push(rect(x + 48, y + 130 + row * 44, (width - 96) * at([1, 0.92, 0.97, 0.6], row), 12, '#c7d8d6', 6));
  }
  return [
    rect(x + 14, y + 18, width, height, COR.noite, 18).replace('/>', ' opacity=".16"/>'),
    rect(x, y, width, height, '#fffdf7', 18),
    rect(x + 48, y + 56, width * 0.45, 26, COR.primaria, 8),
    ...rows,
  ].join('');
}

/** Bars that grow and a curve above them. */
export function grafico(): Svg {
  const random = randomFor('grafico');
  const bars: Svg[] = [];
  const points: string[] = [];
  for (let index = 0; index < 9; index += 1) {
    const height = 110 + index * 44 + random.between(-26, 26);
    const x = 330 + index * 108;
    bars.push(rect(x, 720 - height, 68, height, at([COR.agua, COR.rio, COR.primaria], Math.floor(index / 3)), 10));
    points.push(`${x + 34} ${round(720 - height - 70)}`);
  }
  return svg(WIDTH, HEIGHT, [
    wall(COR.nevoa, [
      [260, 180, 320, COR.menta],
      [1420, 760, 380, COR.areia],
    ]),
    rect(230, 130, 1140, 640, '#ffffff', 28),
    ...[240, 360, 480, 600].map((y) => rect(300, y, 1000, 3, '#dbe9e6')),
    rect(300, 720, 1000, 5, COR.noite, 2),
    ...bars,
    line(`M${points.join('L')}`, COR.coral, 10),
    ...points.map((point) => circle(Number(point.split(' ')[0]), Number(point.split(' ')[1]), 13, COR.ambar)),
  ]);
}

/** A ring of shares beside stacks of coins: the portfolio. */
export function carteira(): Svg {
  const slice = (from: number, to: number, fill: string): Svg => {
    const point = (angle: number, radius: number): string =>
      `${round(600 + radius * Math.cos(angle))} ${round(450 + radius * Math.sin(angle))}`;
    const [a, b] = [from * Math.PI * 2 - Math.PI / 2, to * Math.PI * 2 - Math.PI / 2];
    const large = to - from > 0.5 ? 1 : 0;
    return path(`M${point(a, 280)}A280 280 0 ${large} 1 ${point(b, 280)}L${point(b, 160)}A160 160 0 ${large} 0 ${point(a, 160)}Z`, fill);
  };
  const coins = (x: number, count: number): Svg =>
    Array.from({ length: count }, (_, index) => rect(x, 700 - index * 38, 150, 30, index % 2 === 0 ? COR.ambar : '#dd8f2c', 15)).join('');
  return svg(WIDTH, HEIGHT, [
    wall(COR.creme, [
      [1300, 200, 340, COR.areia],
      [200, 760, 300, COR.menta],
    ]),
    slice(0.006, 0.52, COR.primaria),
    slice(0.532, 0.74, COR.rio),
    slice(0.752, 0.88, COR.agua),
    slice(0.892, 0.994, COR.coral),
    circle(600, 450, 110, '#fffdf7'),
    line('M556 470l34 34l58 -78', COR.folha, 20),
    rect(1000, 736, 460, 14, COR.noite, 7),
    coins(1020, 4),
    coins(1155, 8),
    coins(1290, 12),
  ]);
}

/** A meeting table seen from above, with chairs and papers. */
export function reuniao(): Svg {
  const seats: Svg[] = [];
  for (let index = 0; index < 10; index += 1) {
    const angle = (index / 10) * Math.PI * 2;
    const [x, y] = [800 + Math.cos(angle) * 560, 450 + Math.sin(angle) * 345];
    seats.push(
      group(`translate(${round(x)} ${round(y)}) rotate(${round((angle * 180) / Math.PI + 90)})`, [
        rect(-64, -58, 128, 100, at([COR.rio, COR.coral, COR.folha, COR.ambar, COR.primaria], index), 42),
        rect(-50, -66, 100, 30, COR.noite, 15).replace('/>', ' opacity=".25"/>'),
      ]),
    );
    const [px, py] = [800 + Math.cos(angle) * 380, 450 + Math.sin(angle) * 205];
    seats.push(
      group(`translate(${round(px)} ${round(py)}) rotate(${round((angle * 180) / Math.PI + 90)})`, [
        rect(-34, -46, 68, 88, '#fffdf7', 6),
        rect(-22, -30, 44, 7, COR.agua, 3),
        rect(-22, -14, 34, 7, '#c7d8d6', 3),
      ]),
    );
  }
  return svg(WIDTH, HEIGHT, [
    wall('#d8e8e0', [
      [160, 140, 300, COR.menta],
      [1480, 780, 320, COR.areia],
    ]),
    ...seats.filter((_, index) => index % 2 === 0),
    path('M800 178C1150 178 1300 300 1300 450C1300 600 1150 722 800 722C450 722 300 600 300 450C300 300 450 178 800 178Z', '#a8704c'),
    path('M800 200C1130 200 1270 312 1270 450C1270 588 1130 700 800 700C470 700 330 588 330 450C330 312 470 200 800 200Z', '#c08457'),
    ...seats.filter((_, index) => index % 2 === 1),
    circle(800, 450, 74, COR.folha),
    circle(776, 436, 30, '#5ba37c'),
    circle(826, 462, 26, '#5ba37c'),
  ]);
}

/** A month sheet with one marked day. */
export function calendario(): Svg {
  const days: Svg[] = [];
  for (let index = 0; index < 28; index += 1) {
    const [x, y] = [470 + (index % 7) * 96, 386 + Math.floor(index / 7) * 96];
    days.push(index === 17 ? circle(x + 34, y + 34, 46, COR.coral) : rect(x, y, 68, 68, index % 7 > 4 ? COR.areia : COR.menta, 14));
  }
  return svg(WIDTH, HEIGHT, [
    wall('#cfe6e3', [
      [1380, 180, 300, '#ffffff'],
      [220, 720, 340, COR.menta],
    ]),
    rect(414, 166, 800, 640, COR.noite, 36).replace('/>', ' opacity=".14"/>'),
    rect(400, 150, 800, 640, '#fffdf7', 36),
    path('M400 186a36 36 0 0 1 36 -36h728a36 36 0 0 1 36 36v134h-800z', COR.primaria),
    ...[560, 800, 1040].map((x) => rect(x - 12, 110, 24, 100, COR.ambar, 12)),
    rect(620, 246, 360, 26, '#ffffff', 13),
    ...days,
    line('M770 612l18 20l34 -42', '#ffffff', 12),
  ]);
}

/** Two sheets and a round seal: an act that was signed. */
export function documento(): Svg {
  return svg(WIDTH, HEIGHT, [
    wall(COR.areia, [
      [300, 200, 320, COR.creme],
      [1360, 700, 360, '#eec98d'],
    ]),
    group('rotate(-7 700 450)', [paper(380, 110, 520, 700, 11)]),
    group('rotate(5 960 450)', [paper(690, 120, 540, 700, 10)]),
    circle(1120, 690, 104, COR.coral),
    circle(1120, 690, 80, '#f0876b'),
    line('M1076 692l32 34l60 -72', '#ffffff', 18),
    path('M1070 770l-30 110l64 -34l20 40l16 -108z', COR.coral, 0.85),
  ]);
}
