/**
 * Calendar days as `YYYY-MM-DD` strings and their Portuguese names. No time zone enters: a day is a day.
 * Instants are made from a day and an hour of Brasília, which has kept UTC-3 all year since 2019.
 */
import { formatDate } from '../../../../shared/locale/dates.ts';

export type Dia = string;

/** The day on which the demonstration was first told. What is dated from it on comes as the days pass. */
export const REFERENCIA: Dia = '2026-11-01';

const DAY_MS = 86_400_000;

/** Returns the day of a year, month (1 to 12) and day of month; days past the end of the month roll over. */
export function dia(ano: number, mes: number, diaDoMes: number): Dia {
  return new Date(Date.UTC(ano, mes - 1, diaDoMes)).toISOString().slice(0, 10);
}

/** Returns the day `days` after (or, negative, before) another. */
export function somarDias(inicio: Dia, days: number): Dia {
  return new Date(Date.parse(`${inicio}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the last day of a month (1 to 12, rolling over). */
export function fimDoMes(ano: number, mes: number): Dia {
  return dia(ano, mes + 1, 0);
}

/** Returns the instant of a day at an hour of Brasília (UTC-3), as ISO 8601. */
export function instante(data: Dia, hora = '09:00'): string {
  return `${data}T${hora}:00-03:00`;
}

/** Returns the calendar day of an instant in Brasília. */
export function diaDe(now: Date): Dia {
  return new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
}

/** Returns the day that `hoje`, `hoje+20` or `hoje-3` means; a fixed day stays as it is. */
export function diaRelativo(day: string, hoje: Dia): Dia {
  return day.startsWith('hoje') ? somarDias(hoje, Number(day.slice('hoje'.length))) : day;
}

interface DaysOf<T> {
  readonly hoje: Dia;
  readonly dayOf: (element: T) => Dia;
}

/**
 * Leaves out what has not come by `hoje`, and puts what came since the demonstration was first told behind the rest, so that ids, which are
 * places in a list, are the same on every day.
 */
export function cameUntil<T>(list: readonly T[], { hoje, dayOf }: DaysOf<T>): readonly T[] {
  const came = list.filter((element) => dayOf(element) <= hoje);
  const isLater = (element: T): boolean => dayOf(element) >= REFERENCIA;
  return [...came.filter((element) => !isLater(element)), ...came.filter(isLater)];
}

/** Returns the day of the week, 0 for Sunday. */
export function diaDaSemana(data: Dia): number {
  return new Date(`${data}T00:00:00Z`).getUTCDay();
}

export function anoDe(data: Dia): number {
  return Number(data.slice(0, 4));
}

export function mesDe(data: Dia): number {
  return Number(data.slice(5, 7));
}

/** Returns "12 de março de 2026"; the first day of a month is "1º". */
export function porExtenso(data: Dia): string {
  return formatDate(data, 'long');
}

/** Returns "12/03/2026". */
export function barras(data: Dia): string {
  return `${data.slice(8, 10)}/${data.slice(5, 7)}/${data.slice(0, 4)}`;
}

/** Lists the months from one to another, both included, oldest first. */
export function meses(
  de: readonly [number, number],
  ate: readonly [number, number],
): readonly { readonly ano: number; readonly mes: number }[] {
  const lista: { ano: number; mes: number }[] = [];
  for (let ano = de[0], mes = de[1]; ano < ate[0] || (ano === ate[0] && mes <= ate[1]); mes === 12 ? ((ano += 1), (mes = 1)) : (mes += 1)) {
    lista.push({ ano, mes });
  }
  return lista;
}

/** Returns "9h" for "09:00" and "9h30" for "09:30". */
export function horario(hora: string): string {
  const [horas = '', minutos = ''] = hora.split(':');
  return `${Number(horas)}h${minutos === '00' ? '' : minutos}`;
}
