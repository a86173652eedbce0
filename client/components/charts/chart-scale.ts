/** Where the parts of a chart stand. Pure: the same on the server and in the browser. */
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { line, type SymbolType, symbol, symbolCircle, symbolSquare, symbolTriangle } from 'd3-shape';

/** Returns the part of the full width, 0 to 100, that a number takes. */
export function barScale(largest: number): (value: number) => number {
  return scaleLinear([0, Math.max(1, largest)], [0, 100]);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlotSize {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

export interface PlotScales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  /** Numbers at the vertical axis, ascending. */
  readonly ticks: readonly number[];
}

/** Makes the scales of a plot: `xs` are the first and last place, the vertical axis holds zero and ends at round numbers. */
export function plotScales(points: readonly Point[], xs: readonly [number, number], { width, height, margin }: PlotSize): PlotScales {
  const largest = Math.max(1, ...points.map(({ y }) => y));
  const y = scaleLinear([Math.min(0, ...points.map((point) => point.y)), largest], [height - margin.bottom, margin.top]).nice(4);
  return { x: scaleLinear(xs, [margin.left, width - margin.right]), y, ticks: y.ticks(4) };
}

/** Returns the path of a line through the points; empty for none. */
export function linePath(points: readonly Point[], { x, y }: PlotScales): string {
  return (
    line<Point>(
      (point) => x(point.x),
      (point) => y(point.y),
    )([...points]) ?? ''
  );
}

const MARKS: readonly SymbolType[] = [symbolCircle, symbolSquare, symbolTriangle];

/** Square units that a mark covers. */
const MARK_AREA = 64;

/** Returns the path of the mark of a line, around the origin. Lines are told apart by it, not by colour alone. */
export function markPath(index: number): string {
  return symbol(MARKS[index % MARKS.length], MARK_AREA)() ?? '';
}
