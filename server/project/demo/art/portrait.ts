import { at, randomFor } from '../random.ts';
import { word, wordWidth } from './letters.ts';
import { circle, path, rect, type Svg, svg } from './shapes.ts';

const PARES = [
  ['#0b5563', '#13788a'],
  ['#236a57', '#3a7d5a'],
  ['#8a4a35', '#a8583c'],
  ['#274c77', '#3f6c9e'],
  ['#6b4e71', '#86658c'],
  ['#7a5c1e', '#9a7a34'],
] as const;

/** Returns the first letters of the first and last name, without accents. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .split(' ')
    .filter((part) => /^[A-Z]/.test(part));
  return (words.at(0) ?? '').slice(0, 1) + (words.length > 1 ? (words.at(-1) ?? '').slice(0, 1) : '');
}

/** A neutral picture for a person who does not exist: colours chosen by the name, a quiet figure, the initials. 600 x 600. */
export function portraitArt(name: string): Svg {
  const [dark, light] = at(PARES, randomFor(`retrato:${name}`).integer(0, PARES.length - 1));
  const initials = initialsOf(name);
  const height = 170;
  return svg(600, 600, [
    rect(0, 0, 600, 600, dark),
    circle(300, 690, 330, light),
    circle(470, 110, 170, light, 0.35),
    path('M0 600V430C120 480 180 360 300 390C420 420 480 330 600 360V600Z', '#ffffff', 0.06),
    word(initials, 300 - wordWidth(initials, height) / 2, 215, { height, colour: '#ffffff', weight: 19 }),
  ]);
}
