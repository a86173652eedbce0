/** Days of the week as they are written for people: `Segunda a sexta`, `Terça e quinta`. */
import { foldText } from '../locale/fold.ts';

const DAYS = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado'] as const;

/** Returns the days of the week that a text names, Sunday being 0; empty where it names none. */
export function diasDaSemana(texto: string): readonly number[] {
  const folded = foldText(texto).replaceAll('-feira', '');
  if (/\btodos os dias\b|\bdiariamente\b/.test(folded)) return [...DAYS.keys()];
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
  return [...days];
}
