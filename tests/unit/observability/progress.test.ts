import { expect, test } from 'vitest';
import { createProgress } from '../../../server/observability/startup-report.ts';

function linesOf(report: (progress: ReturnType<typeof createProgress>) => void): readonly string[] {
  const lines: string[] = [];
  report(createProgress((line) => lines.push(line)));
  return lines;
}

test('a thousand steps are a line for each tenth, the last one included', () => {
  const lines = linesOf((progress) => {
    for (let done = 1; done <= 1_000; done++) progress('Preparando imagens', done, 1_000);
  });
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe('Preparando imagens 1/1000\n');
  expect(lines.at(-1)).toBe('Preparando imagens 1000/1000\n');
});

test('every new message is shown, with or without a number of steps', () => {
  const lines = linesOf((progress) => {
    progress('criando o banco', 0, 0);
    progress('migração 1', 0, 2);
    progress('migração 2', 1, 2);
  });
  expect(lines).toEqual(['criando o banco\n', 'migração 1 0/2\n', 'migração 2 1/2\n']);
});
