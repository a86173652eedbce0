import { at } from '../random.ts';
import { COR } from './palette.ts';
import { circle, group, line, path, rect, type Svg, svg } from './shapes.ts';

const WIDTH = 1600;
const HEIGHT = 900;

function ground(colour: string, discs: readonly (readonly [number, number, number, string])[]): Svg {
  return rect(0, 0, WIDTH, HEIGHT, colour) + discs.map(([x, y, radius, fill]) => circle(x, y, radius, fill, 0.4)).join('');
}

function person(x: number, y: number, scale: number, colours: { shirt: string; skin: string; hair: string }): Svg {
  return group(`translate(${x} ${y}) scale(${scale})`, [
    path('M-120 220C-120 90 -70 50 0 50C70 50 120 90 120 220Z', colours.shirt),
    rect(-24, 10, 48, 60, colours.skin, 20),
    circle(0, -30, 66, colours.skin),
    path('M-70 -24C-76 -120 76 -120 70 -24C40 -62 -30 -70 -70 -24Z', colours.hair),
  ]);
}

/** A telephone with a face and a check mark: the proof of life from home. */
export function celular(): Svg {
  return svg(WIDTH, HEIGHT, [
    ground('#f8d9a8', [
      [1240, 220, 330, COR.creme],
      [280, 720, 340, COR.ambar],
    ]),
    rect(590, 80, 420, 760, COR.noite, 60),
    rect(614, 118, 372, 684, '#e3f1ec', 38),
    circle(800, 400, 170, '#ffffff'),
    group('translate(800 420)', [person(0, 0, 0.72, { shirt: COR.rio, skin: '#b97a56', hair: '#e9e4da' })]),
    line('M630 260v-60h60M970 260v-60h-60M630 560v60h60M970 560v60h-60', COR.coral, 12),
    rect(670, 660, 260, 74, COR.folha, 37),
    line('M770 698l22 22l42 -48', '#ffffff', 14),
    rect(748, 98, 104, 10, '#2b5561', 5),
    person(330, 560, 1.5, { shirt: COR.coral, skin: '#8d5a3b', hair: '#f4efe4' }),
    person(1270, 560, 1.5, { shirt: COR.primaria, skin: '#d9a07a', hair: '#5b4636' }),
  ]);
}

function janela(): Svg {
  return [
    rect(160, 90, 560, 420, '#8fcfd3', 10),
    circle(560, 230, 60, '#fff3c9'),
    path('M160 510V400C260 350 340 380 420 360C520 330 620 380 720 340V510Z', '#4f9a83'),
    path('M160 510V450C300 420 520 460 720 420V510Z', '#236a57'),
    line('M440 90V510M160 300H720', '#fffdf7', 16),
    line('M160 90H720V510H160Z', '#fffdf7', 20),
  ].join('');
}

function monitor(): Svg {
  return [
    rect(700, 330, 460, 280, COR.noite, 18),
    rect(720, 350, 420, 236, '#e3f1ec', 8),
    rect(750, 384, 160, 20, COR.primaria, 8),
    ...[0, 1, 2, 3].map((row) => rect(750, 430 + row * 32, at([300, 260, 330, 180], row), 12, '#a9cfca', 6)),
    path('M890 610h80l20 56h-120z', '#2b5561'),
  ].join('');
}

/** A desk by the window: lamp, screen, plant, papers. */
export function escritorio(): Svg {
  return svg(WIDTH, HEIGHT, [
    rect(0, 0, WIDTH, HEIGHT, '#f3e7cf'),
    janela(),
    rect(880, 130, 560, 22, '#c08457', 6),
    ...[0, 1, 2, 3, 4, 5, 6].map((index) =>
      rect(
        910 + index * 52,
        at([20, 34, 12, 26], index) + 10,
        38,
        120 - at([20, 34, 12, 26], index),
        at([COR.primaria, COR.coral, COR.ambar, COR.folha], index),
        4,
      ),
    ),
    circle(1360, 100, 32, COR.folha),
    rect(1336, 100, 48, 32, COR.terra, 6),
    rect(0, 660, WIDTH, 240, '#c08457'),
    rect(0, 660, WIDTH, 18, '#a8704c'),
    monitor(),
    rect(780, 700, 320, 34, '#f3e7cf', 10),
    rect(1230, 600, 120, 70, COR.coral, 8),
    ...[0, 1, 2].map((index) =>
      path(
        `M1290 600c${-60 + index * 60} -60 ${-80 + index * 80} -120 ${-40 + index * 40} -170c50 40 70 110 40 170z`,
        at(['#2f7a60', '#3a7d5a', '#4f9a83'], index),
      ),
    ),
    group('rotate(-6 400 720)', [
      rect(280, 696, 240, 150, '#fffdf7', 6),
      rect(310, 726, 120, 14, COR.rio, 6),
      rect(310, 756, 180, 10, '#c7d8d6', 5),
      rect(310, 782, 150, 10, '#c7d8d6', 5),
    ]),
  ]);
}

/** Three people and their speech: hearings, the ombudsman, the councils. */
export function dialogo(): Svg {
  const bubble = (x: number, y: number, width: number, fill: string, tail: number): Svg =>
    rect(x, y, width, 170, fill, 60) + path(`M${x + tail} ${y + 160}l20 74l56 -74z`, fill);
  return svg(WIDTH, HEIGHT, [
    ground('#bfdcd8', [
      [180, 180, 300, '#ffffff'],
      [1440, 240, 280, COR.menta],
    ]),
    bubble(170, 130, 380, '#fffdf7', 150),
    bubble(610, 70, 380, COR.ambar, 160),
    bubble(1060, 140, 380, '#fffdf7', 170),
    ...[0, 1, 2].map((index) => circle(280 + index * 80, 215, 20, COR.rio)),
    rect(690, 122, 220, 18, '#fffdf7', 9),
    rect(690, 162, 150, 18, '#fffdf7', 9),
    line('M1176 226l40 42l92 -92', COR.folha, 24),
    rect(0, 820, WIDTH, 80, '#8fbfb8'),
    person(370, 600, 1.35, { shirt: COR.coral, skin: '#8d5a3b', hair: '#2b1d14' }),
    person(800, 570, 1.5, { shirt: COR.primaria, skin: '#c98f6a', hair: '#f1ece1' }),
    person(1230, 600, 1.35, { shirt: COR.folha, skin: '#6f452c', hair: '#1d1410' }),
    rect(0, 860, WIDTH, 40, '#5fa39b'),
  ]);
}

/** A shield with a padlock: protection of data. */
export function escudo(): Svg {
  return svg(WIDTH, HEIGHT, [
    ground(COR.primaria, [
      [320, 240, 320, COR.rio],
      [1300, 680, 380, COR.noite],
    ]),
    ...[0, 1, 2, 3, 4, 5].map((row) =>
      rect(at([120, 60, 200], row), 150 + row * 110, 240, 20, COR.agua, 10).replace('/>', ' opacity=".35"/>'),
    ),
    ...[0, 1, 2, 3, 4, 5].map((row) =>
      rect(at([1240, 1300, 1180], row), 190 + row * 110, 240, 20, COR.ambar, 10).replace('/>', ' opacity=".35"/>'),
    ),
    path('M800 90C910 160 1020 190 1130 196C1140 470 1050 690 800 820C550 690 460 470 470 196C580 190 690 160 800 90Z', COR.menta),
    path('M800 136C900 196 1000 224 1090 230C1094 460 1016 650 800 768Z', '#9fd3c6'),
    rect(660, 430, 280, 220, COR.ambar, 26),
    line('M712 430V350C712 230 888 230 888 350V430', COR.noite, 34),
    circle(800, 520, 32, COR.noite),
    path('M788 530h24l12 74h-48z', COR.noite),
  ]);
}

/** Books and a lamp of study: pension education. */
export function livros(): Svg {
  const book = (x: number, y: number, width: number, fill: string): Svg =>
    rect(x, y, width, 78, fill, 12) +
    rect(x + width - 70, y + 14, 52, 50, '#fffdf7', 4) +
    rect(x + 40, y + 32, width * 0.4, 12, '#ffffff', 6).replace('/>', ' opacity=".6"/>');
  return svg(WIDTH, HEIGHT, [
    ground(COR.menta, [
      [260, 220, 300, '#ffffff'],
      [1340, 240, 340, COR.areia],
    ]),
    rect(0, 740, WIDTH, 160, '#c08457'),
    rect(0, 740, WIDTH, 16, '#a8704c'),
    book(420, 662, 640, COR.primaria),
    book(470, 584, 560, COR.coral),
    book(440, 506, 580, COR.folha),
    book(500, 428, 480, COR.ambar),
    path('M460 340L740 240L1020 340L740 440Z', COR.noite),
    path('M590 392V452C640 500 840 500 890 452V392L740 446Z', '#0f4a57'),
    line('M1000 346V460', COR.ambar, 10),
    circle(1000, 474, 20, COR.ambar),
    rect(1180, 706, 190, 34, COR.noite, 12),
    line('M1270 706L1210 500L1340 400', COR.noite, 20),
    path('M1270 330l170 90l-70 90l-130 -100z', COR.coral),
    path('M1240 420l140 100l40 220h-320z', '#fff3c9', 0.45),
  ]);
}

/** A balance: control of accounts. */
export function balanca(): Svg {
  const pan = (x: number, y: number, fill: string): Svg =>
    line(`M${x} ${y}L${x - 120} ${y + 210}M${x} ${y}L${x + 120} ${y + 210}`, COR.noite, 7) +
    path(`M${x - 160} ${y + 206}h320c-20 90 -90 110 -160 110s-140 -20 -160 -110z`, fill);
  return svg(WIDTH, HEIGHT, [
    ground('#dfeee9', [
      [260, 240, 330, COR.menta],
      [1380, 660, 340, COR.areia],
    ]),
    ...[0, 1, 2].map((index) => rect(380 - index * 6, 426 - index * 46, 130 + index * 12, 40, at([COR.ambar, '#dd8f2c'], index), 20)),
    rect(1120, 300, 110, 150, '#fffdf7', 8),
    rect(1140, 326, 60, 12, COR.rio, 6),
    rect(1140, 354, 70, 8, '#c7d8d6', 4),
    rect(1140, 376, 56, 8, '#c7d8d6', 4),
    rect(780, 170, 40, 560, COR.primaria, 12),
    circle(800, 170, 44, COR.ambar),
    line('M440 240C600 180 700 200 800 200C900 200 1000 180 1170 240', COR.primaria, 26),
    pan(440, 246, COR.rio),
    pan(1170, 246, COR.coral),
    path('M600 770c0 -50 90 -60 200 -60s200 10 200 60z', COR.primaria),
    rect(560, 766, 480, 30, COR.noite, 14),
  ]);
}

/** A map with pins: the service posts. */
export function mapa(): Svg {
  const pin = (x: number, y: number, scale: number, fill: string): Svg =>
    group(`translate(${x} ${y}) scale(${scale})`, [
      path('M0 0C-20 -60 -80 -90 -80 -160A80 80 0 0 1 80 -160C80 -90 20 -60 0 0Z', fill),
      circle(0, -160, 34, '#fffdf7'),
    ]);
  return svg(WIDTH, HEIGHT, [
    rect(0, 0, WIDTH, HEIGHT, '#cfe0d2'),
    path(
      'M0 620C240 560 380 660 620 600C900 530 980 360 1240 350C1400 344 1500 300 1600 250V0H1320C1280 90 1140 150 980 190C760 250 700 420 480 450C300 474 160 420 0 470Z',
      COR.agua,
    ),
    ...[
      'M120 0L260 900',
      'M520 0L470 900',
      'M900 0L1010 900',
      'M1360 0L1300 900',
      'M0 160L1600 90',
      'M0 760L1600 700',
      'M700 900L1600 480',
    ].map((d) => line(d, '#fffdf7', 18)),
    ...[
      [60, 250],
      [620, 90],
      [1080, 560],
      [330, 680],
      [1420, 720],
      [760, 720],
    ].map(([x = 0, y = 0], index) => rect(x, y, 150, 110, at(['#b6d0ba', '#a7c8ad'], index), 18)),
    circle(620, 760, 70, '#7fb58d'),
    circle(1180, 180, 84, '#7fb58d'),
    pin(560, 380, 1.25, COR.coral),
    pin(1060, 500, 1.6, COR.primaria),
    pin(320, 640, 1, COR.ambar),
    pin(1380, 620, 1.1, COR.folha),
  ]);
}
