import { expect, test } from 'vitest';
import { printedLine } from '../../../../client/accessibility/printed-address.ts';

test('a printed page says its address and the moment of the print', () => {
  const line = printedLine('https://www.exemplo.gov.br/lai/documentos/crp?anos=2026', new Date(2026, 10, 23, 16, 5));
  expect(line).toBe('Impresso de https://www.exemplo.gov.br/lai/documentos/crp?anos=2026 em 23/11/2026, 16:05');
});

test('each moment has a line of its own', () => {
  const lines = [5, 6].map((minute) => printedLine('https://a.example/', new Date(2026, 0, 1, 9, minute)));
  expect(new Set(lines).size).toBe(2);
});
