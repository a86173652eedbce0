/** The marks of the parts that change with the time: the pages write them, and islands.ts, which updates the parts, reads them. */
import type { HorasDeAtendimento } from '../../shared/atendimento/expediente.ts';

/** Value of `data-vivo` of a counter that is open or closed. */
export const COUNTER_ISLAND = 'horario';

/** Value of `data-vivo` of a part that is fetched again; `data-operacao` is the index of its result. */
export const REFRESHED_ISLAND = 'renovar';

/** What a counter says of itself in `data-horas`. */
export interface CounterHours {
  readonly horas: readonly HorasDeAtendimento[];
  readonly timeZone: string;
  /** Days on which the counter is closed, as `2026-12-25`. */
  readonly feriados: readonly string[];
}
