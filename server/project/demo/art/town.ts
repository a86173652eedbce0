import { at, type Random } from '../random.ts';
import { group, path, rect, round, type Svg } from './shapes.ts';

const PAREDES = ['#fdf3df', '#f6dfb4', '#e3f1ec', '#f2a541', '#e7b08f', '#bfe3d8'] as const;
const TELHADOS = ['#a8583c', '#c76a4a', '#8a4a35', '#0b5563'] as const;

function house(random: Random, x: number, y: number, unit: number): Svg {
  const width = unit * random.between(0.9, 1.5);
  const height = unit * random.between(0.7, 1.25);
  const wall = random.pick(PAREDES);
  const windows: Svg[] = [];
  const columns = Math.max(1, Math.floor(width / (unit * 0.42)));
  for (let column = 0; column < columns; column += 1) {
    windows.push(rect(x + (width / columns) * (column + 0.3), y - height * 0.72, width / columns / 2.6, unit * 0.24, '#13788a', 2));
  }
  return [
    rect(x, y - height, width, height, wall),
    path(
      `M${round(x - unit * 0.1)} ${round(y - height)}l${round(width / 2 + unit * 0.1)} ${round(-unit * 0.42)}l${round(width / 2 + unit * 0.1)} ${round(unit * 0.42)}z`,
      random.pick(TELHADOS),
    ),
    ...windows,
  ].join('');
}

/** A row of small coloured houses from `from` to `to`, standing on the line y. */
export function houses(random: Random, span: { from: number; to: number; y: number; unit: number }): Svg {
  const row: Svg[] = [];
  for (let x = span.from; x < span.to; x += span.unit * random.between(1.05, 1.5)) {
    row.push(house(random, x, span.y + random.between(0, span.unit * 0.12), span.unit));
  }
  return row.join('');
}

/** The church tower that marks the middle of the town; stands on (x, y). */
export function tower(x: number, y: number, scale: number): Svg {
  return group(`translate(${round(x)} ${round(y)}) scale(${scale})`, [
    rect(-70, -90, 140, 90, '#fdf3df'),
    path('M-84 -88L0 -146L84 -88Z', '#a8583c'),
    rect(-24, -190, 48, 190, '#fff8ea'),
    path('M-32 -188L0 -252L32 -188Z', '#a8583c'),
    rect(-9, -164, 18, 34, '#13788a', 9),
    rect(-15, -50, 30, 50, '#0b5563', 14),
  ]);
}

interface Building {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly floors: number;
  readonly wall: string;
  readonly accent: string;
}

/** A modern public building with columns of glass and a ramp; stands on the line y, left side at x. */
export function building({ x, y, width, floors, wall, accent }: Building): Svg {
  const floorHeight = 84;
  const height = floors * floorHeight + 40;
  const parts: Svg[] = [rect(x, y - height, width, height, wall), rect(x - 18, y - height - 20, width + 36, 26, accent, 4)];
  const columns = Math.floor(width / 74);
  for (let floor = 0; floor < floors; floor += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = x + (width - columns * 74) / 2 + column * 74 + 12;
      parts.push(
        rect(left, y - height + 34 + floor * floorHeight, 50, 52, at(['#13788a', '#5fb3b3', '#0f6b7c'], floor * 3 + column * 2), 4),
      );
    }
  }
  const door = x + width / 2;
  parts.push(
    rect(door - 92, y - 96, 184, 96, accent, 4),
    rect(door - 76, y - 80, 70, 80, '#bfe3d8'),
    rect(door + 6, y - 80, 70, 80, '#bfe3d8'),
    rect(door - 130, y - 112, 260, 20, '#f2a541', 6),
    path(`M${door + 92} ${y}l0 -16l190 16z`, '#d9c9a4'),
  );
  return parts.join('');
}
