/** What the first screen asks of the cases of citizens in one request: what is late, what is due within days, and what nobody has read. */
import type { RunGraphql } from '../data/graphql.ts';

/** Cases of a list that the first screen shows; one more says that there are others. */
export const SHOWN_CASES = 8;

/** Days before the end of a term at which a case is due soon. */
export const SOON_DAYS = 5;

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

const DUE = `query DueCases($today: date!, $soon: date!) {
  late: caso(where: {aberto: {_eq: true}, prazo_em: {_lt: $today}}, ${BY_TERM}) ${COLUMNS}
  soon: caso(where: {aberto: {_eq: true}, prazo_em: {_gte: $today, _lte: $soon}}, ${BY_TERM}) ${COLUMNS}
  fresh: caso(where: {aberto: {_eq: true}, estado: {especie: {_eq: "inicial"}}}, order_by: {registrado_em: desc}, limit: ${SHOWN_CASES + 1}) ${COLUMNS}
}`;

/** Asks for the lists. @param today calendar day of the institution, `yyyy-mm-dd` */
export function readDueCases(run: RunGraphql, today: string): Promise<DueCases> {
  return run<DueCases>(DUE, { today, soon: laterDay(today, SOON_DAYS) });
}

/** Returns the calendar day some days after another. */
export function laterDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the days from one calendar day to another; negative for the past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
