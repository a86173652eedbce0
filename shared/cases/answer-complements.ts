/** Which entries of a case's history complement its answer: pages of the citizen and of the staff name them alike. */

interface Entry {
  /** State that the entry led to; null where it changed none. */
  readonly para: string | null;
  readonly autor: string;
  readonly descricao: string | null;
  /** The entry tells that a file of an answer was withdrawn. */
  readonly isWithdrawal: boolean;
}

export const COMPLEMENT_TITLE = 'Complementação da resposta';

export const WITHDRAWAL_TITLE = 'Arquivo retirado';

/** States in which an answer or a decision stands. */
const ANSWERED: ReadonlySet<string> = new Set([
  'respondida',
  'concluida',
  'respondido',
  'recurso_decidido_1',
  'recurso_decidido_2',
  'finalizado',
]);

/** Returns the entries, oldest first, that the institution has written beside an answer that stands: each corrects the answer, or adds to it. */
export function complementsOf<E>(events: readonly E[], read: (event: E) => Entry): ReadonlySet<E> {
  let state = '';
  return new Set(
    events.filter((event) => {
      const { para, autor, descricao, isWithdrawal } = read(event);
      if (para !== null) state = para;
      return para === null && autor === 'instituicao' && descricao !== null && !isWithdrawal && ANSWERED.has(state);
    }),
  );
}
