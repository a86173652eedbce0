import ical from 'ical.js';
import { expect, test } from 'vitest';
import type { CalendarEvent } from '../../../shared/open-data/dataset.ts';
import { CALENDAR_END, calendarEvents, calendarStart } from '../../../shared/open-data/icalendar.ts';

const EVENT: CalendarEvent = {
  key: 'reuniao-12',
  path: '/institucional/conselho-fiscal',
  title: 'Conselho Fiscal: 3ª reunião; ordinária, de 2026',
  start: '2026-03-17T14:30:00-03:00',
  end: '2026-03-17T19:30:00+00:00',
  updated: '2026-03-01T12:00:00.123456+00:00',
  place: 'Rua A, 10; sala\\2',
  description: `Linha um\nLinha dois ${'ação '.repeat(60)}de 529.982.247-25\u0000`,
  takesPlace: true,
};

function calendar(...events: readonly CalendarEvent[]): string {
  return calendarStart({ site: 'https://site.test', name: 'Reuniões' }) + calendarEvents(events, 'https://site.test') + CALENDAR_END;
}

function read(text: string): ical.Component {
  return new ical.Component(ical.parse(text) as ConstructorParameters<typeof ical.Component>[0]);
}

test('an event is read back as it was, in UTC, without a CPF', () => {
  const component = read(calendar(EVENT));
  expect([component.name, component.getFirstPropertyValue('name')]).toEqual(['vcalendar', 'Reuniões']);
  const found = component.getFirstSubcomponent('vevent');
  if (found === null) throw new Error('no event');
  const event = new ical.Event(found);
  expect([event.uid, event.summary, event.location]).toEqual(['reuniao-12@site.test', EVENT.title, EVENT.place]);
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual(['2026-03-17T17:30:00Z', '2026-03-17T19:30:00Z']);
  expect(found.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-03-01T12:00:00Z');
  expect(found.getFirstPropertyValue('url')).toBe('https://site.test/institucional/conselho-fiscal');
  expect(event.description).toBe(EVENT.description?.replace('529.982.247-25', '***.982.247-**').replace('\u0000', ''));
});

test('no line is longer than 75 octets, and none is cut within a character', () => {
  const lines = calendar(EVENT).split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(lines.some((line) => line.includes('\uFFFD'))).toBe(false);
  expect(lines.at(-1)).toBe('');
});

test('an event that does not take place is cancelled in the calendars that have it, and one without an end has none', () => {
  const component = read(
    calendar({ ...EVENT, takesPlace: false }, { ...EVENT, key: 'reuniao-13', end: null, place: null, description: null }),
  );
  const [first, second] = component.getAllSubcomponents('vevent');
  expect([first?.getFirstPropertyValue('status'), second?.getFirstPropertyValue('status')]).toEqual(['CANCELLED', 'CONFIRMED']);
  expect(second?.getFirstProperty('dtend')).toBeNull();
});

test('an event without hours is of whole days, the last one included, in which nobody is busy', () => {
  const [day, month] = read(
    calendar({ ...EVENT, start: '2026-02-27', end: null }, { ...EVENT, key: 'prova-12', start: '2026-12-01', end: '2026-12-31' }),
  ).getAllSubcomponents('vevent');
  if (day === undefined || month === undefined) throw new Error('no events');
  const times = [day, month]
    .map((found) => new ical.Event(found))
    .map(({ startDate, endDate }) => [startDate.toString(), endDate.toString()]);
  expect(times).toEqual([
    ['2026-02-27', '2026-02-28'],
    ['2026-12-01', '2027-01-01'],
  ]);
  expect(month.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
  expect(read(calendar(EVENT)).getFirstSubcomponent('vevent')?.getFirstProperty('transp')).toBeNull();
});
