import { describe, expect, test } from 'vitest';
import { formatarData, formatarHora, formatarPeriodo } from '../../../../shared/locale/dates.ts';

describe('formatarData', () => {
  test.each([
    ['2026-03-04', 'curta', '04/03/2026'],
    ['2026-03-04', 'longa', '4 de março de 2026'],
    ['2026-03-01', 'longa', '1º de março de 2026'],
    ['2026-03-11', 'longa', '11 de março de 2026'],
    ['2026-03-04', 'mes', 'março de 2026'],
    ['2026-03-04', 'ano', '2026'],
    ['2026-03-01', 'dia-semana', 'domingo, 1º de março de 2026'],
    ['2026-03-04', 'data-hora', '4 de março de 2026'],
    ['2026-03-04T17:30:00Z', 'data-hora', '4 de março de 2026 às 14h30'],
    ['2026-03-04T12:00:00+00:00', 'data-hora', '4 de março de 2026 às 9h'],
  ] as const)('%s as %s is "%s"', (iso, formato, texto) => {
    expect(formatarData(iso, formato)).toBe(texto);
  });

  test('a calendar day never moves, an instant is read in the zone of the institute', () => {
    expect(formatarData('2026-01-01', 'curta')).toBe('01/01/2026');
    expect(formatarData('2026-01-01T01:00:00Z', 'curta')).toBe('31/12/2025');
    expect(formatarData('2026-01-01T01:00:00Z', 'curta', 'UTC')).toBe('01/01/2026');
  });

  test('text that is no date comes back unchanged', () => {
    expect(formatarData('em breve')).toBe('em breve');
    expect(formatarHora('em breve')).toBe('');
  });
});

test('a clock time is short and midnight is 0h', () => {
  expect(formatarHora('2026-03-04T17:05:00Z')).toBe('14h05');
  expect(formatarHora('2026-03-04T03:00:00Z')).toBe('0h');
  expect(formatarHora('2026-03-04')).toBe('');
});

test('a period says which ends it has', () => {
  expect(formatarPeriodo('2025-01-01', '2028-12-31')).toBe('de 01/01/2025 a 31/12/2028');
  expect(formatarPeriodo('2025-01-01', null)).toBe('desde 01/01/2025');
  expect(formatarPeriodo(null, '2028-12-31')).toBe('até 31/12/2028');
  expect(formatarPeriodo(null, null)).toBe('');
});
