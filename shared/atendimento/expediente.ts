/** Whether a counter is open at a moment, by its hours as they are written for people: days in words, times on the clock. */
import { foldText } from '../locale/fold.ts';

export interface HorasDeAtendimento {
  /** Like `Segunda a sexta` or `Terça e quinta`. */
  readonly dias: string;
  /** Like `08:00`. */
  readonly abre: string;
  readonly fecha: string;
}

const DAYS = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado'] as const;

/** Returns the days of the week that a text names, Sunday being 0; empty where it names none. */
export function diasDaSemana(texto: string): ReadonlySet<number> {
  const folded = foldText(texto).replaceAll('-feira', '');
  if (/\btodos os dias\b|\bdiariamente\b/.test(folded)) return new Set(DAYS.keys());
  const days = new Set<number>();
  const name = `(${DAYS.join('|')})`;
  for (const [, from = '', to] of folded.matchAll(new RegExp(`\\b${name}s?\\b(?:\\s+(?:a|ate)\\s+(?:a\\s+)?${name}s?\\b)?`, 'g'))) {
    const first = DAYS.findIndex((day) => day === from);
    const last = to === undefined ? first : DAYS.findIndex((day) => day === to);
    for (let day = first; ; day = (day + 1) % DAYS.length) {
      days.add(day);
      if (day === last) break;
    }
  }
  return days;
}

export interface Agora {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timeZone: string;
  /** Days on which nobody is there, as `2026-12-25`. */
  readonly feriados: readonly string[];
}

/** Says until when a counter is open, as `14:00`; null where it is closed, or its hours cannot be read. */
export function abertoAte(horas: readonly HorasDeAtendimento[], { now, timeZone, feriados }: Agora): string | null {
  const { day, weekday, time } = local(now, timeZone);
  if (feriados.includes(day)) return null;
  const open = horas.find(({ dias, abre, fecha }) => diasDaSemana(dias).has(weekday) && onClock(abre) <= time && time < onClock(fecha));
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
