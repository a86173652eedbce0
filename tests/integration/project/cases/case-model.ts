/** What the law and the domain say of a case, written down a second time: states, who may move it, and every date. It asks no database. */

export type Channel = 'contato' | 'ouvidoria' | 'sic';

export type Action =
  | { readonly kind: 'days'; readonly count: number }
  /** A step of the staff, with everything that it needs or with nothing. */
  | { readonly kind: 'step'; readonly to: string; readonly complete: boolean }
  | { readonly kind: 'complement' }
  | { readonly kind: 'appeal' }
  /** That no answer came. */
  | { readonly kind: 'complain' }
  | { readonly kind: 'rate'; readonly solved: boolean }
  | { readonly kind: 'note' }
  /** Before the case has been kept as long as it must be. */
  | { readonly kind: 'erase' }
  | { readonly kind: 'routine' };

export interface ModelledCase {
  readonly channel: Channel;
  readonly state: string;
  readonly registered: string;
  readonly due: string | null;
  readonly extended: boolean;
  readonly answered: boolean;
  readonly objectUntil: string | null;
  readonly reopened: boolean;
  readonly waitingSince: string | null;
  readonly rated: boolean;
  /** Of the complaint that no answer came; null without one. `prejudicada`: what came meanwhile has left it without object. */
  readonly complaint: 'em_andamento' | 'prejudicada' | null;
}

export interface Circumstances {
  readonly today: string;
  readonly holidays: ReadonlySet<string>;
  /** Whether waiting for the citizen suspends the term. */
  readonly suspends: boolean;
  readonly anonymous: boolean;
}

export const STEPS: Readonly<Record<Channel, Readonly<Record<string, string>>>> = {
  contato: {
    nova: 'lida respondida encerrada spam',
    lida: 'respondida encerrada spam',
    respondida: 'encerrada',
    spam: 'lida',
    encerrada: '',
  },
  ouvidoria: {
    registrada: 'em_analise prorrogada respondida',
    em_analise: 'aguardando_complementacao encaminhada_area prorrogada respondida arquivada encaminhada_externa',
    aguardando_complementacao: 'em_analise prorrogada arquivada',
    encaminhada_area: 'em_analise prorrogada respondida arquivada encaminhada_externa',
    prorrogada: 'em_analise encaminhada_area respondida arquivada encaminhada_externa',
    respondida: 'concluida',
    concluida: '',
    arquivada: '',
    encaminhada_externa: '',
  },
  sic: {
    registrado: 'em_tratamento prorrogado respondido',
    em_tratamento: 'encaminhado_setor prorrogado respondido redirecionado',
    encaminhado_setor: 'em_tratamento prorrogado respondido redirecionado',
    prorrogado: 'em_tratamento encaminhado_setor respondido redirecionado',
    respondido: 'finalizado',
    em_recurso_1: 'recurso_decidido_1',
    recurso_decidido_1: 'finalizado',
    em_recurso_2: 'recurso_decidido_2',
    recurso_decidido_2: 'finalizado',
    finalizado: '',
    redirecionado: '',
  },
};

export const STATES: readonly string[] = [
  ...new Set(Object.values(STEPS).flatMap((steps) => Object.keys(steps))),
  'reclassificada',
  'reclassificado',
];

/** Days of the term, of its extension, and for appeal or reopening; days for a decision. */
const TERMS = { contato: null, ouvidoria: { base: 30, more: 30 }, sic: { base: 20, more: 10 } } as const;
const TO_OBJECT = 10;
const TO_DECIDE = 5;
const TO_COMPLEMENT = 20;

const CLOSED = /^(?:respondid[ao]|encerrada|spam|concluida|arquivada|encaminhada_externa|recurso_decidido_\d|finalizado|redirecionado)$/;
const NEEDS_DATA = /^(?:aguardando|prorrogad|respondid|recurso_decidido|arquivada|encaminhada_externa|redirecionado)/;
/** States whose step brings something that is kept beside what is told: an answer, a reason, a decision. */
const BRINGS_DATA = /^(?:respondid[ao]|prorrogad[ao]|recurso_decidido_[12]|arquivada|encaminhada_externa|redirecionado|spam)$/;

export const isOpen = ({ state }: Pick<ModelledCase, 'state'>): boolean => !CLOSED.test(state);

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

function workingDay(day: string, holidays: ReadonlySet<string>): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 || holidays.has(day) ? workingDay(addDays(day, 1), holidays) : day;
}

export function endOfTerm(from: string, days: number, holidays: ReadonlySet<string>): string {
  return workingDay(addDays(from, days), holidays);
}

export function registeredCase(channel: Channel, { today, holidays }: Circumstances): ModelledCase {
  const term = TERMS[channel];
  return {
    channel,
    state: { contato: 'nova', ouvidoria: 'registrada', sic: 'registrado' }[channel],
    registered: today,
    due: term === null ? null : endOfTerm(today, term.base, holidays),
    extended: false,
    answered: false,
    objectUntil: null,
    reopened: false,
    waitingSince: null,
    rated: false,
    complaint: null,
  };
}

/** Returns the case after the action; null where it is refused. */
export function act(before: ModelledCase, action: Action, now: Circumstances): ModelledCase | null {
  const after = acted(before, action, now);
  if (after?.complaint !== 'em_andamento' || (isOpen(after) && after.channel === 'sic')) return after;
  return { ...after, complaint: 'prejudicada' };
}

function acted(before: ModelledCase, action: Action, now: Circumstances): ModelledCase | null {
  switch (action.kind) {
    case 'days':
    case 'note':
      return before;
    case 'erase':
      return null;
    case 'step':
      return /^reclassificad[ao]$/.test(action.to) ? otherChannel(before, now) : step(before, action.to, action.complete, now);
    case 'complement':
      if (before.channel === 'ouvidoria' && before.state === 'respondida') return reopen(before, now);
      if (!isOpen(before)) return null;
      return before.waitingSince === null ? before : { ...resumed(before, now), state: 'em_analise' };
    case 'appeal':
      return appeal(before, now);
    case 'complain':
      return isDueForComplaint(before, now) ? { ...before, complaint: 'em_andamento' } : null;
    case 'rate':
      if (!before.answered || before.rated) return null;
      return {
        ...before,
        rated: true,
        state: before.state === 'respondida' && before.channel === 'ouvidoria' && action.solved ? 'concluida' : before.state,
      };
    case 'routine':
      return routine(before, now);
  }
}

function step(before: ModelledCase, to: string, complete: boolean, now: Circumstances): ModelledCase | null {
  // A note, or another kind or subject: no step. What a step brings with it is not taken twice.
  if (to === before.state) return complete && BRINGS_DATA.test(to) ? null : before;
  if (!(STEPS[before.channel][before.state] ?? '').split(' ').includes(to)) return null;
  if (NEEDS_DATA.test(to) && !complete) return null;
  const term = TERMS[before.channel];
  const after = { ...resumed(before, now), state: to };
  if (to.startsWith('prorrogad')) {
    if (after.due === null || term === null || before.extended || now.today > after.due) return null;
    return { ...after, extended: true, due: endOfTerm(after.due, term.more, now.holidays) };
  }
  const objectUntil = endOfTerm(now.today, TO_OBJECT, now.holidays);
  if (to.startsWith('respondid')) return { ...after, answered: true, objectUntil: term === null ? null : objectUntil };
  if (to === 'recurso_decidido_1') return { ...after, objectUntil };
  if (to === 'aguardando_complementacao') return { ...after, waitingSince: now.today };
  const isEnd = to === 'concluida' || to === 'finalizado';
  return isEnd && before.objectUntil !== null && now.today <= before.objectUntil ? null : after;
}

function resumed(before: ModelledCase, { today, holidays, suspends }: Circumstances): ModelledCase {
  if (before.waitingSince === null || before.due === null) return before;
  const waited = (Date.parse(today) - Date.parse(before.waitingSince)) / 86_400_000;
  return { ...before, waitingSince: null, due: suspends ? workingDay(addDays(before.due, waited), holidays) : before.due };
}

/** The term of Lei nº 13.460/2017, art. 16 is extended once for a manifestation: one that was extended is not again in the term of its reopening. */
function reopen(before: ModelledCase, { today, holidays }: Circumstances): ModelledCase | null {
  if (before.reopened || before.objectUntil === null || today > before.objectUntil) return null;
  const due = endOfTerm(today, TERMS.ouvidoria.base, holidays);
  return { ...before, state: 'em_analise', reopened: true, answered: false, rated: false, objectUntil: null, due };
}

function appeal(before: ModelledCase, { today, holidays }: Circumstances): ModelledCase | null {
  const next = { respondido: 'em_recurso_1', recurso_decidido_1: 'em_recurso_2' }[before.state];
  if (next === undefined || before.objectUntil === null || today > before.objectUntil) return null;
  return { ...before, state: next, objectUntil: null, due: endOfTerm(today, TO_DECIDE, holidays) };
}

function isDueForComplaint({ channel, answered, complaint, due, ...before }: ModelledCase, { today }: Circumstances): boolean {
  return channel === 'sic' && isOpen(before) && !answered && complaint === null && due !== null && due < today;
}

function otherChannel(before: ModelledCase, { anonymous, holidays }: Circumstances): ModelledCase | null {
  if (before.channel === 'contato' || anonymous || before.answered || before.reopened || !isOpen(before)) return null;
  const channel = before.channel === 'sic' ? 'ouvidoria' : 'sic';
  const due = endOfTerm(before.registered, TERMS[channel].base, holidays);
  return { ...before, channel, state: channel === 'sic' ? 'registrado' : 'registrada', due, extended: false, waitingSince: null };
}

function routine(before: ModelledCase, now: Circumstances): ModelledCase {
  const { today, suspends, anonymous } = now;
  const isAnswered = /^(?:respondid[ao]|recurso_decidido_\d)$/.test(before.state) && before.channel !== 'contato';
  if (isAnswered && (before.objectUntil === null || before.objectUntil < today)) {
    return { ...before, state: before.channel === 'sic' ? 'finalizado' : 'concluida' };
  }
  if (before.waitingSince !== null && suspends && !anonymous && addDays(before.waitingSince, TO_COMPLEMENT) < today) {
    return { ...resumed(before, now), state: 'arquivada' };
  }
  return before;
}
