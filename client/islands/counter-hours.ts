/** Whether a counter is open: which of the texts that the server sent is true now. */
import { abertoAte, escreverHora } from '../../shared/atendimento/expediente.ts';
import type { CounterHours } from './island-marks.ts';

/** Shows what is true of a counter at the moment `now`. */
export function showCounter(part: HTMLElement, now: number): void {
  const [open, closed] = part.querySelectorAll<HTMLElement>(':scope > span');
  const place = open?.querySelector('[data-ate]');
  if (open === undefined || closed === undefined || place === null || place === undefined) return;
  // Our own server wrote it, for this build.
  const { horas, timeZone, feriados } = JSON.parse(part.dataset['horas'] ?? '') as CounterHours;
  const until = abertoAte(horas, { now, timeZone, feriados });
  place.textContent = until === null ? '' : escreverHora(until);
  open.hidden = until === null;
  closed.hidden = until !== null;
}
