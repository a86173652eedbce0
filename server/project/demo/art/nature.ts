import type { Random } from '../random.ts';
import type { Luz } from './palette.ts';
import { birds, circle, cloud, group, hills, line, path, rect, ripples, round, type Svg, sky } from './shapes.ts';

/** A round crown on a trunk; the base stands on (x, y). */
export function tree(x: number, y: number, size: number, crown: string, trunk = '#5b4636'): Svg {
  return group(`translate(${round(x)} ${round(y)}) scale(${round(size / 10) / 10})`, [
    rect(-7, -70, 14, 70, trunk, 6),
    circle(0, -110, 52, crown),
    circle(-34, -86, 34, crown),
    circle(34, -86, 34, crown),
    circle(14, -122, 26, '#fff', 0.08),
  ]);
}

/** A slender palm of the river bank (açaí); the base stands on (x, y). */
export function palm(x: number, y: number, size: number, colour: string, lean = 8): Svg {
  const leaves: Svg[] = [];
  for (const angle of [-160, -128, -96, -64, -32, 0, 28]) {
    leaves.push(group(`rotate(${angle + 68} ${lean} -200)`, [path(`M${lean} -200q16 -54 2 -104q-26 44 -2 104z`, colour)]));
  }
  return group(`translate(${round(x)} ${round(y)}) scale(${round(size / 10) / 10})`, [
    line(`M0 0Q-4 -100 ${lean} -200`, '#6b5138', 11),
    ...leaves,
    circle(lean, -196, 9, colour),
  ]);
}

/** A wooden house on stilts with a gable roof, as on the river banks of Pará; stands on (x, y). */
export function stiltHouse(x: number, y: number, scale: number, colours: { wall: string; roof: string; door: string }): Svg {
  return group(`translate(${round(x)} ${round(y)}) scale(${scale})`, [
    ...[10, 60, 110, 160].map((dx) => rect(dx, -50, 9, 60, '#5b4636')),
    rect(-14, -58, 208, 12, '#7a5b41', 4),
    rect(0, -140, 180, 84, colours.wall),
    path('M-20 -136L90 -206L200 -136Z', colours.roof),
    rect(72, -112, 38, 56, colours.door, 3),
    rect(20, -114, 32, 30, '#fdf3df', 3),
    rect(130, -114, 32, 30, '#fdf3df', 3),
  ]);
}

/** A regional boat seen from the side; the waterline passes through (x, y). */
export function boat(x: number, y: number, scale: number, hull: string): Svg {
  return group(`translate(${round(x)} ${round(y)}) scale(${scale})`, [
    path('M-130 -22H140C132 8 118 20 96 20H-92C-112 16 -124 0 -130 -22Z', hull),
    rect(-96, -66, 190, 44, '#fdf3df', 6),
    ...[-80, -44, -8, 28, 62].map((dx) => rect(dx, -56, 22, 20, '#13788a', 4)),
    rect(-108, -82, 214, 16, '#e76f51', 8),
    line('M120 -22V-98', '#5b4636', 5),
    path('M122 -98l44 12l-44 12z', '#f2a541'),
  ]);
}

export interface Landscape {
  readonly width: number;
  readonly height: number;
  readonly horizon: number;
  readonly luz: Luz;
  readonly sun: readonly [number, number, number];
}

/** Sky, sun with halo, clouds, two far ridges: the ground of every outdoor scene. */
export function backdrop(random: Random, { width, height, horizon, luz, sun }: Landscape): Svg {
  const [x, y, radius] = sun;
  return [
    sky(width, height, luz.ceu),
    circle(x, y, radius * 2.3, luz.sol, 0.22),
    circle(x, y, radius * 1.55, luz.sol, 0.35),
    circle(x, y, radius, luz.sol),
    cloud(width * random.between(0.05, 0.25), height * random.between(0.08, 0.16), width / 1600),
    cloud(width * random.between(0.62, 0.8), height * random.between(0.12, 0.24), width / 2000, 0.55),
    birds(round(width * random.between(0.35, 0.5)), round(height * random.between(0.18, 0.28)), '#ffffff'),
    hills(random, { width, bottom: height, y: horizon - height * 0.09, swing: height * 0.05, steps: 5 }, luz.planos[0]),
    hills(random, { width, bottom: height, y: horizon - height * 0.02, swing: height * 0.035, steps: 6 }, luz.planos[1]),
  ].join('');
}

/** Water from the horizon down, with the sun's column on it. */
export function river(random: Random, { width, height, horizon, luz, sun }: Landscape): Svg {
  const [x, , radius] = sun;
  return [
    rect(0, horizon, width, height - horizon, luz.agua),
    ripples(random, { x: x - radius * 1.6, y: horizon + 14, width: radius * 2.4, height: height - horizon - 30 }, luz.sol, 34),
    ripples(random, { x: 0, y: horizon + 20, width, height: height - horizon - 30 }, '#ffffff', 26),
  ].join('');
}
