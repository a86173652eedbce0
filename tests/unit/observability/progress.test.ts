import { expect, test } from 'vitest';
import { createProgress } from '../../../server/observability/startup-report.ts';

function linesOf(report: (progress: ReturnType<typeof createProgress>) => void): readonly string[] {
  const lines: string[] = [];
  report(createProgress((line) => lines.push(line)));
  return lines;
}

test('writes one line for each tenth of a thousand steps, including the last', () => {
  const lines = linesOf((progress) => {
    for (let done = 1; done <= 1_000; done++) progress('Preparing pictures', done, 1_000);
  });
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe('Preparing pictures 1/1000\n');
  expect(lines.at(-1)).toBe('Preparing pictures 1000/1000\n');
});

test('writes every new message, with or without a number of steps', () => {
  const lines = linesOf((progress) => {
    progress('creating the database', 0, 0);
    progress('migration 1', 0, 2);
    progress('migration 2', 1, 2);
  });
  expect(lines).toEqual(['creating the database\n', 'migration 1 0/2\n', 'migration 2 1/2\n']);
});
