import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupPoints } from '../../../../client/map/group-points.ts';

test('grouping joins points that are nearer than a marker, in their order', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 300, y: 0 },
    { x: 43, y: -43 },
    { x: 44, y: 0 },
    { x: 310, y: 10 },
  ];
  expect(groupPoints(points, 44)).toEqual([[0, 2], [1, 4], [3]]);
});

const point = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) });

test('grouping keeps every point and lets no two markers overlap', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 40 }), fc.integer({ min: 1, max: 90 }), (points, size) => {
      const groups = groupPoints(points, size);
      expect(groups.flat().sort((a, b) => a - b)).toEqual(points.map((_point, index) => index));
      const firsts = groups.map(([first]) => points[first ?? -1]);
      for (const [index, a] of firsts.entries()) {
        for (const b of firsts.slice(index + 1)) {
          if (a === undefined || b === undefined) throw new Error('an empty group');
          expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(size);
        }
      }
    }),
  );
});
