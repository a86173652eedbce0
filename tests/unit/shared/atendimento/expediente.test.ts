import { expect, test } from 'vitest';
import { abertoAte, diasDaSemana } from '../../../../shared/atendimento/expediente.ts';

test.each([
  ['Segunda a sexta', [1, 2, 3, 4, 5]],
  ['segunda-feira a sexta-feira', [1, 2, 3, 4, 5]],
  ['Terça e quinta', [2, 4]],
  ['Sábado', [6]],
  ['Sábado a segunda', [6, 0, 1]],
  ['Todos os dias', [0, 1, 2, 3, 4, 5, 6]],
  ['com hora marcada', []],
])('%j names the days %j', (text, days) => {
  expect(diasDaSemana(text)).toEqual(new Set(days));
});

const HOURS = [{ dias: 'Segunda a sexta', abre: '08:00', fecha: '14:00' }];

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
