import { describe, expect, test } from 'vitest';
import { barScale, linePath, markPath, plotScales } from '../../../../client/components/charts/chart-scale.ts';

const SIZE = { width: 320, height: 220, margin: { top: 10, right: 10, bottom: 20, left: 30 } };

describe('the scale of bars', () => {
  test('gives the largest number the whole width', () => {
    const width = barScale(40);
    expect([0, 10, 40].map(width)).toEqual([0, 25, 100]);
  });

  test('gives no number no width, also where all are zero', () => {
    expect(barScale(0)(0)).toBe(0);
  });
});

describe('the scales of a plot', () => {
  test('begin at zero and end at a round number within the margins', () => {
    const { x, y, ticks } = plotScales(
      [
        { x: 1, y: 7 },
        { x: 12, y: 19 },
      ],
      [0.5, 12.5],
      SIZE,
    );
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(19);
    expect([y(0), y(ticks.at(-1) ?? 0)]).toEqual([200, 10]);
    expect([x(0.5), x(12.5)]).toEqual([30, 310]);
  });

  test('have a height without a point', () => {
    expect(plotScales([], [1, 2], SIZE).y(0)).toBe(200);
  });
});

test('the line runs through its points', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 1, y: 10 },
  ];
  expect(linePath(points, plotScales(points, [0, 1], SIZE))).toBe('M30,200L310,10');
  expect(linePath([], plotScales([], [0, 1], SIZE))).toBe('');
});

test('three lines have three marks', () => {
  expect(new Set([0, 1, 2].map(markPath)).size).toBe(3);
});
