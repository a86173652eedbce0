/** Which places share a marker: on top of each other the lower ones can be neither seen nor hit. */

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns groups of indices into `points` (pixels), each in order, such that squares of `size` pixels at the first points of two groups
 * never overlap. Every index is in one group.
 */
export function groupPoints(points: readonly Point[], size: number): readonly (readonly number[])[] {
  const groups: { readonly at: Point; readonly members: number[] }[] = [];
  for (const [index, point] of points.entries()) {
    const near = groups.find(({ at }) => Math.abs(at.x - point.x) < size && Math.abs(at.y - point.y) < size);
    if (near === undefined) groups.push({ at: point, members: [index] });
    else near.members.push(index);
  }
  return groups.map(({ members }) => members);
}
