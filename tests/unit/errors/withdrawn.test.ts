import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../shared/errors/codes.ts';
import { withdrawnMessage } from '../../../shared/errors/withdrawn.ts';

const EM = '2026-03-01T02:30:00Z';

test.each([
  ['America/Sao_Paulo', '28 de fevereiro de 2026'],
  ['UTC', '1º de março de 2026'],
])('a withdrawal is of a day of %s', (zone, day) => {
  expect(withdrawnMessage({ em: EM, motivo: 'Dado pessoal' }, zone)).toBe(
    `Este conteúdo foi retirado do site em ${day}. Motivo: Dado pessoal`,
  );
});

test('a withdrawn page without day and reason has the sentence of the catalogue', () => {
  expect(withdrawnMessage(null, 'UTC')).toBe(ERROR_CODES.PAGE_GONE.message);
});

test('a reason is one line of at most 500 characters, none cut in two', () => {
  const reasonOf = (motivo: string) => withdrawnMessage({ em: EM, motivo }, 'UTC').split('Motivo: ')[1] ?? '';
  expect(reasonOf('  Dado\n\n  pessoal ')).toBe('Dado pessoal');
  expect(reasonOf('😀'.repeat(500))).toBe('😀'.repeat(500));
  expect(reasonOf('😀'.repeat(501))).toBe(`${'😀'.repeat(499)}…`);
});
