/** The point of a picture that stays in sight where the picture is cropped, in parts of its width and height. Null is the middle. */

export interface FocusPoint {
  readonly x: number;
  readonly y: number;
}

const MIDDLE: FocusPoint = { x: 0.5, y: 0.5 };

/** One press of an arrow key: the public pages tell quarters of a picture apart. */
const STEP = 0.05;

const DIRECTIONS: Readonly<Record<string, FocusPoint>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Returns the point after an arrow key; null for every other key. */
export function movedBy(key: string, point: FocusPoint | null): FocusPoint | null {
  const direction = DIRECTIONS[key];
  const from = point ?? MIDDLE;
  return direction === undefined ? null : within({ x: from.x + direction.x, y: from.y + direction.y });
}

/** Returns the point nearest to a place of the picture, in hundredths. */
export function within({ x, y }: FocusPoint): FocusPoint {
  const part = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
  return { x: part(x), y: part(y) };
}

/** Reads the two columns; a point has both. */
export function focusOf(x: unknown, y: unknown): FocusPoint | null {
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

/** Says in words where the point is. */
export function positionInWords(point: FocusPoint | null): string {
  if (point === null) return 'no meio';
  const across = third(point.x, ['à esquerda', '', 'à direita']);
  const down = third(point.y, ['em cima', '', 'embaixo']);
  const place = [down, across].filter((words) => words !== '').join(', ') || 'no meio';
  return `${place} (${Math.round(point.x * 100)}% da largura, ${Math.round(point.y * 100)}% da altura)`;
}

function third(part: number, words: readonly [string, string, string]): string {
  return words[part < 1 / 3 ? 0 : part > 2 / 3 ? 2 : 1];
}
