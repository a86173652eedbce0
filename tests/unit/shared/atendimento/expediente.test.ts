import { expect, test } from 'vitest';
import { diasDaSemana } from '../../../../shared/atendimento/dias-da-semana.ts';
import { abertoAte } from '../../../../shared/atendimento/expediente.ts';

test.each([
  ['Segunda a sexta', [1, 2, 3, 4, 5]],
  ['segunda-feira a sexta-feira', [1, 2, 3, 4, 5]],
  ['Terça e quinta', [2, 4]],
  ['Sábado', [6]],
  ['Sábado a segunda', [6, 0, 1]],
  ['Todos os dias', [0, 1, 2, 3, 4, 5, 6]],
  ['com hora marcada', []],
])('%j names the days %j', (text, days) => {
  expect(diasDaSemana(text)).toEqual(days);
});

const HOURS = [{ dias: diasDaSemana('Segunda a sexta'), abre: '08:00', fecha: '14:00' }];

test.each([
  ['before it opens', '2026-11-23T10:59:00Z', null],
  ['when it opens', '2026-11-23T11:00:00Z', '14:00'],
  ['a minute before it closes', '2026-11-23T16:59:00Z', '14:00'],
  ['when it closes', '2026-11-23T17:00:00Z', null],
  ['on Sunday', '2026-11-22T13:00:00Z', null],
  ['on a holiday', '2026-12-25T13:00:00Z', null],
])('says whether the counter is open %s', (_, instant, until) => {
  const now = Date.parse(instant);
  expect(abertoAte(HOURS, { now, timeZone: 'America/Sao_Paulo', feriados: ['2026-12-25'] })).toBe(until);
});

test('hours without their first zero, and a break at noon, are read as times', () => {
  const hours = [
    { dias: diasDaSemana('Segunda a sexta'), abre: '7:30', fecha: '12:00' },
    { dias: diasDaSemana('Segunda a sexta'), abre: '14:00', fecha: '17:00' },
  ];
  const at = (instant: string): string | null => abertoAte(hours, { now: Date.parse(instant), timeZone: 'America/Belem', feriados: [] });
  expect(['2026-11-23T10:29:00Z', '2026-11-23T10:30:00Z', '2026-11-23T15:30:00Z', '2026-11-23T17:00:00Z'].map(at)).toEqual([
    null,
    '12:00',
    null,
    '17:00',
  ]);
});

test('the day and the hour are those of the institution, wherever the visitor is', () => {
  // Sunday night in Acre, Monday morning in London.
  const now = Date.parse('2026-11-23T02:00:00Z');
  const hours = [{ dias: diasDaSemana('Domingo'), abre: '20:00', fecha: '22:00' }];
  expect(abertoAte(hours, { now, timeZone: 'America/Rio_Branco', feriados: [] })).toBe('22:00');
  expect(abertoAte(hours, { now, timeZone: 'Europe/London', feriados: [] })).toBeNull();
  expect(abertoAte(hours, { now, timeZone: 'America/Rio_Branco', feriados: ['2026-11-22'] })).toBeNull();
});
