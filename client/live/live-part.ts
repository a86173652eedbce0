/** The marks of the parts that live by the clock: the pages write them, and the module that wakes them reads them. */
import type { HorasDeAtendimento } from '../../shared/atendimento/expediente.ts';

/** Values of `data-vivo`. */
export const COUNTER_PART = 'horario';
export const REFRESHED_PART = 'renovar';

/** What a counter says of itself in `data-horas`. */
export interface CounterHours {
  readonly horas: readonly HorasDeAtendimento[];
  readonly timeZone: string;
  /** Days on which nobody is there, as `2026-12-25`. */
  readonly feriados: readonly string[];
}
