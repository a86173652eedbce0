import { expect, it } from 'vitest';
import { failureList } from '../../support/runner/failure-list.ts';

const failuresOf = (count: number, message = 'a\nb\nc') =>
  Array.from({ length: count }, (_, index) => ({ name: `case ${index}`, message }));
const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);

it('the list of failures shows each name with its message below', () => {
  expect(linesOf(failureList(failuresOf(2)))).toEqual(['✗ case 0', '    a', '    b', '    c', '✗ case 1', '    a', '    b', '    c']);
});

it('the list of failures leaves out empty lines of a message and cuts what is long', () => {
  const [name, first, ...others] = linesOf(failureList(failuresOf(1, `\n\n${'x'.repeat(1_000)}\n${'y\n'.repeat(30)}`)));
  expect(name).toBe('✗ case 0');
  expect(first).toHaveLength(240);
  expect(others).toHaveLength(9);
});

it.each([2, 5, 17, 25, 49, 50])('the list of %i failures names each of them within 50 lines', (count) => {
  const lines = linesOf(failureList(failuresOf(count, 'x\n'.repeat(40))));
  expect(lines.filter((line) => line.startsWith('✗'))).toHaveLength(count);
  expect(lines.length).toBeLessThanOrEqual(50);
});

it('the list of more than 50 failures ends with the number of those that it leaves out', () => {
  const lines = linesOf(failureList(failuresOf(60)));
  expect(lines).toHaveLength(50);
  expect(lines.at(-1)).toBe('and 11 more');
});

it('the list of no failures is empty', () => {
  expect(failureList([])).toBe('');
});
