/** What the first screen asks of the cases of citizens: those that are late, due within days, under appeal, and unread. */
import { inboxOrder, laterDay, SOON_DAYS } from '../../../shared/cases/inbox-filter.ts';
import type { RunGraphql } from '../data/graphql.ts';

/** Cases of a list that the first screen shows; one more says that there are others. */
const SHOWN_CASES = 8;

export interface ListedCase {
  readonly id: string;
  readonly protocolo: string;
  readonly canal: string;
  readonly situacao: string;
  readonly registrado_em: string;
  /** Last day of the term; null for messages, which have none. */
  readonly prazo_em: string | null;
  /** Term of the complaint that no answer came; null where none waits. */
  readonly reclamacao_ate: string | null;
}

export interface DueCases {
  readonly late: readonly ListedCase[];
  readonly soon: readonly ListedCase[];
  readonly appeals: readonly ListedCase[];
  readonly fresh: readonly ListedCase[];
}

/** One list a request: of a view that one request reads twice, the backend would make a copy first. */
const LIST = `query DueCases($where: caso_bool_exp!, $order: [caso_order_by!]) {
  caso(where: $where, order_by: $order, limit: ${SHOWN_CASES + 1}) { id protocolo canal situacao registrado_em prazo_em reclamacao_ate }
}`;

const INITIAL = 'query InitialStates { canal_atendimento { canal situacao_inicial } }';

interface InitialStates {
  readonly canal_atendimento: readonly { readonly canal: string; readonly situacao_inicial: string }[];
}

/** Asks for the lists. @param today calendar day of the institution, `yyyy-mm-dd` */
export async function readDueCases(run: RunGraphql, today: string): Promise<DueCases> {
  const { canal_atendimento: channels } = await run<InitialStates>(INITIAL);
  const list = async (where: object, order: readonly object[]): Promise<readonly ListedCase[]> =>
    (await run<{ readonly caso: readonly ListedCase[] }>(LIST, { where, order })).caso;
  const due = (term: object): Promise<readonly ListedCase[]> =>
    list({ aberto: { _eq: true }, prazo_em: term, prazo_suspenso: { _eq: false } }, inboxOrder({ ordem: 'prazo' }));
  // One list for each channel: their newest in one list, the database finds by reading all unread cases, or all cases where none is unread.
  const unread = channels.map(({ canal, situacao_inicial: state }) =>
    list({ canal: { _eq: canal }, situacao: { _eq: state } }, [{ registrado_em: 'desc' }]),
  );
  const lastSoon = laterDay(today, SOON_DAYS);
  // One whose term is near, or over, is in the list of those.
  const underAppeal = list({ canal: { _eq: 'sic' }, situacao: { _in: ['em_recurso_1', 'em_recurso_2'] }, prazo_em: { _gt: lastSoon } }, [
    { registrado_em: 'desc' },
  ]);
  const [late, soon, appeals, ...fresh] = await Promise.all([
    due({ _lt: today }),
    due({ _gte: today, _lte: lastSoon }),
    underAppeal,
    ...unread,
  ]);
  const newest = fresh.flat().sort((one, other) => Date.parse(other.registrado_em) - Date.parse(one.registrado_em));
  return { late, soon, appeals, fresh: newest.slice(0, SHOWN_CASES + 1) };
}

/** Returns the days from one calendar day to another; negative for the past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
