/** What failed, in the fewest lines: a log of CI is often seen only from its end. */
export interface Failure {
  /** File and title of a case, or name of a check. */
  readonly name: string;
  readonly message: string;
}

const MOST_LINES = 50;
const LONGEST_MESSAGE = 10;
const LONGEST_LINE = 240;

/** Lists every failure by name, each with as many lines of its message as leave room for the others, in 50 lines. */
export function failureList(failures: readonly Failure[]): string {
  const listed = failures.slice(0, failures.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES);
  const linesOfEach = Math.min(LONGEST_MESSAGE, Math.floor(MOST_LINES / Math.max(1, listed.length)) - 1);
  const lines = listed.flatMap(({ name, message }) => [`✗ ${name}`, ...firstLines(message, linesOfEach).map((line) => `    ${line}`)]);
  if (listed.length < failures.length) lines.push(`and ${failures.length - listed.length} more`);
  return lines.map((line) => `${line.slice(0, LONGEST_LINE)}\n`).join('');
}

function firstLines(message: string, count: number): readonly string[] {
  return message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, count);
}
