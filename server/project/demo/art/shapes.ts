import type { Random } from '../random.ts';

/** Strings of SVG; every function returns a fragment. Coordinates are in the picture's own pixels. */
export type Svg = string;

export function svg(width: number, height: number, body: readonly Svg[]): Svg {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body.join('')}</svg>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): Svg {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1): Svg {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

export function path(d: string, fill: string, opacity = 1): Svg {
  return `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

export function line(d: string, stroke: string, width: number, opacity = 1): Svg {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

export function group(transform: string, body: readonly Svg[], opacity = 1): Svg {
  return `<g transform="${transform}"${opacity < 1 ? ` opacity="${opacity}"` : ''}>${body.join('')}</g>`;
}

/** A vertical gradient over the whole picture, under the given id. */
export function sky(width: number, height: number, colours: readonly [string, string], id = 'ceu'): Svg {
  return (
    `<defs><linearGradient id="${id}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${colours[0]}"/>` +
    `<stop offset="1" stop-color="${colours[1]}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#${id})"/>`
  );
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

interface Relief {
  readonly width: number;
  readonly bottom: number;
  readonly y: number;
  readonly swing: number;
  readonly steps: number;
}

/** A soft line of hills from side to side, closed at the bottom. */
export function hills(random: Random, relief: Relief, fill: string): Svg {
  const { width, bottom, y, swing, steps } = relief;
  const stride = width / steps;
  let d = `M0 ${bottom}V${round(y + random.between(-swing, swing))}`;
  for (let step = 0; step < steps; step += 1) {
    const x = step * stride;
    const end = y + random.between(-swing, swing);
    const bend = y + random.between(-swing * 1.6, swing);
    d += `C${round(x + stride * 0.35)} ${round(bend)} ${round(x + stride * 0.65)} ${round(end - swing * 0.3)} ${round(x + stride)} ${round(end)}`;
  }
  return path(`${d}V${bottom}Z`, fill);
}

/** Short bright strokes on water, denser near the sun's column. */
export function ripples(random: Random, area: { x: number; y: number; width: number; height: number }, colour: string, count: number): Svg {
  const strokes: Svg[] = [];
  for (let index = 0; index < count; index += 1) {
    const depth = random.next();
    const length = 20 + depth * 110;
    const x = area.x + random.next() * area.width;
    const y = area.y + depth * area.height;
    strokes.push(line(`M${round(x)} ${round(y)}h${round(length)}`, colour, round(2 + depth * 4), 0.45));
  }
  return strokes.join('');
}

export function cloud(x: number, y: number, scale: number, opacity = 0.75): Svg {
  return group(
    `translate(${round(x)} ${round(y)}) scale(${scale})`,
    [rect(0, 40, 240, 44, '#fff', 22), circle(80, 44, 42, '#fff'), circle(140, 34, 52, '#fff'), circle(190, 52, 32, '#fff')],
    opacity,
  );
}

export function birds(x: number, y: number, colour: string): Svg {
  const bird = (dx: number, dy: number, size: number): Svg =>
    line(`M${x + dx} ${y + dy}q${size / 2} ${-size * 0.7} ${size} 0q${size / 2} ${-size * 0.7} ${size} 0`, colour, 4);
  return bird(0, 0, 22) + bird(70, -34, 16) + bird(120, 14, 18);
}
