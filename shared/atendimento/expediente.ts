/** Whether a counter is open at a moment. Apart from the reading of its hours, which a page that is stored has done. */

export interface HorasDeAtendimento {
  /** Days of the week, Sunday being 0. */
  readonly dias: readonly number[];
  /** Like `08:00`. */
  readonly abre: string;
  readonly fecha: string;
}

export interface Agora {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timeZone: string;
  /** Days on which the counter is closed, as `2026-12-25`. */
  readonly feriados: readonly string[];
}

/** Says until when a counter is open, as `14:00`; null where it is closed. */
export function abertoAte(horas: readonly HorasDeAtendimento[], { now, timeZone, feriados }: Agora): string | null {
  const { day, weekday, time } = local(now, timeZone);
  if (feriados.includes(day)) return null;
  const open = horas.find(({ dias, abre, fecha }) => dias.includes(weekday) && onClock(abre) <= time && time < onClock(fecha));
  return open?.fecha ?? null;
}

/** `7:30` is before `16:00` as a time and not as a text. */
function onClock(time: string): string {
  return time.padStart(5, '0');
}

function local(now: number, timeZone: string): { readonly day: string; readonly weekday: number; readonly time: string } {
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(now)
    .split(' ');
  return { day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay(), time };
}

/** Returns '8h' or '8h30' of an hour as '08:00'. */
export function escreverHora(texto: string): string {
  const [horas, minutos = '00'] = texto.split(':');
  return `${Number(horas)}h${minutos === '00' ? '' : minutos}`;
}
