import { describe, expect, test } from 'vitest';
import { asPublished, isBeforeItsDay } from '../../../../../client/admin/editing/preview/preview-request.ts';
import type { ContentType } from '../../../../../client/admin/resources/content-type.ts';
import { writtenDay, writtenDayOf, writtenMoment, zoneSentence } from '../../../../../client/admin/time/institution-time.ts';

/** The day is another one in each of the zones. */
const MOMENT = '2026-11-23T02:30:00Z';

describe('a moment', () => {
  test.each([
    ['America/Sao_Paulo', '22/11/2026'],
    ['America/Noronha', '23/11/2026'],
    ['Pacific/Kiritimati', '23/11/2026'],
    ['America/Rio_Branco', '22/11/2026'],
  ])('has the day of %s', (zone, day) => {
    expect(writtenDayOf(MOMENT, zone)).toBe(day);
  });

  test('has the hour of the zone', () => {
    expect(writtenMoment(MOMENT, 'America/Sao_Paulo')).toMatch(/22\/11\/2026,? 23:30/);
    expect(writtenMoment(MOMENT, 'America/Rio_Branco', 'long')).toMatch(/22 de novembro de 2026.* 21:30/);
  });
});

test('a day is the same in every zone', () => {
  expect([writtenDay('2026-11-01'), writtenDay('2026-11-30', 'long')]).toEqual(['01/11/2026', '30 de novembro de 2026']);
});

test.each([
  ['America/Sao_Paulo', 'Horário de Brasília.'],
  ['America/Rio_Branco', 'Horário do Acre.'],
  ['America/Noronha', 'Horário de Fernando de Noronha.'],
  ['Etc/GMT+3', 'Horário do fuso GMT-03:00.'],
])('the zone %s is named %s', (zone, sentence) => {
  expect(zoneSentence(zone)).toBe(sentence);
});

describe('a preview shows a row as published on the day of the institution', () => {
  const type = {
    publication: { flag: 'publicado', since: { column: 'de', precision: 'day' }, until: { column: 'ate', precision: 'day' } },
  };
  const columns = new Set(['publicado', 'de', 'ate']);
  const access = { readable: columns, insertable: columns, changeable: columns, canDelete: false };
  const of = (values: object) => ({ type: type as unknown as ContentType, access, values: { ...values }, record: null });
  const time = { now: new Date(MOMENT), timeZone: 'America/Sao_Paulo' };

  test('a preview begins today where the row has no date', () => {
    expect(asPublished(of({}), time)).toMatchObject({ publicado: true, de: '2026-11-22' });
    expect(asPublished(of({}), { ...time, timeZone: 'America/Noronha' })).toMatchObject({ de: '2026-11-23' });
  });

  test('a preview keeps a day that has come, and a last day that is not over', () => {
    expect(asPublished(of({ de: '2026-11-22', ate: '2026-11-22' }), time)).toMatchObject({ de: '2026-11-22', ate: '2026-11-22' });
    expect(asPublished(of({ de: '2026-11-23', ate: '2026-11-21' }), time)).toMatchObject({ de: '2026-11-22', ate: null });
  });

  test('a preview before the day of the content says so', () => {
    expect([{}, { de: '' }, { de: '2026-11-22' }, { de: '2026-11-23' }].map((values) => isBeforeItsDay(of(values), time))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
