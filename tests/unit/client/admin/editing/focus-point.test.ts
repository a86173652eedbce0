import { describe, expect, it } from 'vitest';
import { focusOf, movedBy, positionInWords, within } from '../../../../../client/admin/editing/files/focus/focus-point.ts';

describe('an arrow key', () => {
  it.each([
    ['ArrowLeft', { x: 0.45, y: 0.5 }],
    ['ArrowRight', { x: 0.55, y: 0.5 }],
    ['ArrowUp', { x: 0.5, y: 0.45 }],
    ['ArrowDown', { x: 0.5, y: 0.55 }],
  ])('%s moves the point from the middle', (key, point) => {
    expect(movedBy(key, null)).toEqual(point);
  });

  it.each(['Tab', 'Enter', 'a'])('%s moves nothing', (key) => {
    expect(movedBy(key, null)).toBeNull();
  });

  it('reaches each edge and goes no further', () => {
    let point = movedBy('ArrowLeft', null);
    for (let presses = 0; presses < 20; presses += 1) point = movedBy('ArrowLeft', point);
    expect(point).toEqual({ x: 0, y: 0.5 });
  });
});

describe('the position in words', () => {
  it.each([
    [null, 'no meio'],
    [{ x: 0.5, y: 0.5 }, 'no meio (50% da largura, 50% da altura)'],
    [{ x: 0, y: 1 }, 'embaixo, à esquerda (0% da largura, 100% da altura)'],
    [{ x: 0.9, y: 0.5 }, 'à direita (90% da largura, 50% da altura)'],
    [{ x: 0.4, y: 0.1 }, 'em cima (40% da largura, 10% da altura)'],
  ])('the position of %j is %s', (point, words) => {
    expect(positionInWords(point)).toBe(words);
  });
});

it('takes a place outside the picture to its edge, in hundredths', () => {
  expect(within({ x: -0.2, y: 0.123_456 })).toEqual({ x: 0, y: 0.12 });
});

it.each([
  [null, null],
  [0.5, null],
  ['0.5', '0.5'],
])('reads no point from %j and %j', (x, y) => {
  expect(focusOf(x, y)).toBeNull();
});
