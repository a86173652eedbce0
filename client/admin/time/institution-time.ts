/**
 * Days and moments as the institution's clock has them (`configuracao_site.fuso_horario`). The public pages show them so, and the database publishes by them; the zone
 * of this browser is not asked, because who edits may be somewhere else.
 */
import { createContext, useContext } from 'react';
import { DEFAULT_TIME_ZONE } from '../../../shared/locale/dates.ts';

/** The zone of the institution: that of the document, until the application has asked for it (screens/institution-zone.tsx). */
export const TimeZoneContext = createContext(DEFAULT_TIME_ZONE);

/** Returns the zone of the institution. */
export function useTimeZone(): string {
  return useContext(TimeZoneContext);
}

/** Returns the zone that the server wrote into the document. */
export function documentTimeZone(): string {
  return document.documentElement.dataset['timeZone'] ?? DEFAULT_TIME_ZONE;
}

const LOCALE = 'pt-BR';

/** Returns a moment as text: `22/11/2026, 14:30`, or `22 de novembro de 2026 às 14:30`. */
export function writtenMoment(moment: string | number, timeZone: string, dateStyle: 'short' | 'long' = 'short'): string {
  return new Date(moment).toLocaleString(LOCALE, { timeZone, dateStyle, timeStyle: 'short' });
}

/** Returns the day of a moment as text. */
export function writtenDayOf(moment: string | number, timeZone: string): string {
  return new Date(moment).toLocaleDateString(LOCALE, { timeZone });
}

/** Returns a calendar day (`yyyy-mm-dd`) as text. A day has no zone. */
export function writtenDay(day: string, dateStyle: 'short' | 'long' = 'short'): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return date.toLocaleDateString(LOCALE, { timeZone: 'UTC', ...(dateStyle === 'long' ? { dateStyle } : {}) });
}

/** Returns a calendar day with its weekday: `sexta-feira, 22/01/2027`. */
export function writtenWeekday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString(LOCALE, { timeZone: 'UTC', weekday: 'long' });
  return `${weekday}, ${writtenDay(day)}`;
}

/** Returns the sentence that stands beside a field of date and time: `Horário de Brasília.` */
export function zoneSentence(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  // A zone without summer time has its name with `Padrão`, which is not said.
  return name.startsWith('Horário') ? `${name.replace('Horário Padrão', 'Horário')}.` : `Horário do fuso ${name}.`;
}
