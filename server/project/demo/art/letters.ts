import { group, line, type Svg } from './shapes.ts';

/**
 * Capitals drawn as strokes on a field of 100 x 140, so that initials and the logo look the same where no font is installed
 * (a container image has none and librsvg would leave the text out).
 */
const STROKES: Readonly<Record<string, string>> = {
  A: 'M4 140L50 0L96 140M22 94H78',
  B: 'M12 68H56C98 68 100 140 56 140H12V0H52C90 0 92 68 54 68',
  C: 'M92 28C72 -8 8 -10 8 70C8 150 72 148 92 112',
  D: 'M12 0V140H40C112 140 112 0 40 0Z',
  E: 'M88 0H14V140H88M14 68H76',
  F: 'M88 0H14V140M14 68H76',
  G: 'M90 28C72 -8 8 -10 8 70C8 150 92 148 92 88V76H58',
  H: 'M10 0V140M90 0V140M10 70H90',
  I: 'M50 0V140',
  J: 'M72 0V98C72 152 14 152 12 104',
  K: 'M12 0V140M88 0L12 86M38 58L92 140',
  L: 'M16 0V140H86',
  M: 'M6 140V0L50 84L94 0V140',
  N: 'M10 140V0L90 140V0',
  O: 'M50 0C-8 0 -8 140 50 140C108 140 108 0 50 0Z',
  P: 'M14 140V0H54C104 0 104 80 54 80H14',
  Q: 'M50 0C-8 0 -8 140 50 140C108 140 108 0 50 0ZM60 104L94 144',
  R: 'M14 140V0H54C102 0 102 78 54 78H14M54 78L92 140',
  S: 'M88 24C74 -10 14 -10 14 34C14 86 90 54 90 104C90 150 22 152 8 114',
  T: 'M6 0H94M50 0V140',
  U: 'M10 0V92C10 156 90 156 90 92V0',
  V: 'M6 0L50 140L94 0',
  W: 'M0 0L26 140L50 40L74 140L100 0',
  X: 'M8 0L92 140M92 0L8 140',
  Y: 'M6 0L50 70L94 0M50 70V140',
  Z: 'M10 0H90L10 140H90',
};

const ADVANCE = 128;

/** Returns the width in pixels of a word drawn at the given cap height. */
export function wordWidth(word: string, height: number): number {
  return ((word.length * ADVANCE - (ADVANCE - 100)) * height) / 140;
}

/** Draws a word of unaccented capitals with its top left corner at (x, y). Letters outside A to Z leave a gap. */
export function word(text: string, x: number, y: number, style: { height: number; colour: string; weight: number }): Svg {
  const scale = style.height / 140;
  const letters = Array.from(text, (letter, index) => {
    const strokes = STROKES[letter];
    return strokes === undefined ? '' : group(`translate(${index * ADVANCE} 0)`, [line(strokes, style.colour, style.weight)]);
  });
  return group(`translate(${x} ${y}) scale(${scale})`, letters);
}
