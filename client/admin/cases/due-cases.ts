/** What the first screen asks of the cases of citizens: what is late, what is due within days, and what nobody has read. */
import { laterDay, SOON_DAYS } from '../../../shared/cases/inbox-filter.ts';
import type { RunGraphql } from '../data/graphql.ts';

/** Cases of a list that the first screen shows; one more says that there are others. */
export const SHOWN_CASES = 8;

export interface ListedCase {
  readonly id: string;
  readonly protocolo: string;
  readonly canal: string;
  readonly situacao: string;
  readonly registrado_em: string;
  /** Last day of the term; null for messages, which have none. */
  readonly prazo_em: string | null;
}

export interface DueCases {
  readonly late: readonly ListedCase[];
  readonly soon: readonly ListedCase[];
  readonly fresh: readonly ListedCase[];
}

const COLUMNS = '{ id protocolo canal situacao registrado_em prazo_em }';
const BY_TERM = `order_by: {prazo_em: asc, id: asc}, limit: ${SHOWN_CASES + 1}`;

const DUE = `query DueCases($today: date!, $soon: date!, $initial: [caso_bool_exp!]!) {
  late: caso(where: {aberto: {_eq: true}, prazo_em: {_lt: $today}}, ${BY_TERM}) ${COLUMNS}
  soon: caso(where: {aberto: {_eq: true}, prazo_em: {_gte: $today, _lte: $soon}}, ${BY_TERM}) ${COLUMNS}
  fresh: caso(where: {_or: $initial}, order_by: {registrado_em: desc}, limit: ${SHOWN_CASES + 1}) ${COLUMNS}
}`;

const INITIAL = 'query InitialStates { canal_atendimento { canal situacao_inicial } }';

interface InitialStates {
  readonly canal_atendimento: readonly { readonly canal: string; readonly situacao_inicial: string }[];
}

/** Asks for the lists. @param today calendar day of the institution, `yyyy-mm-dd` */
export async function readDueCases(run: RunGraphql, today: string): Promise<DueCases> {
  const { canal_atendimento: channels } = await run<InitialStates>(INITIAL);
  const initial = channels.map(({ canal, situacao_inicial: state }) => ({ canal: { _eq: canal }, situacao: { _eq: state } }));
  return run<DueCases>(DUE, { today, soon: laterDay(today, SOON_DAYS), initial });
}

/** Returns the days from one calendar day to another; negative for the past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
