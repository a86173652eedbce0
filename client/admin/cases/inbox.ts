/** The list of cases, read page by page with the filters of its address. */
import { type InboxFilter, inboxCondition, inboxOrder } from '../../../shared/cases/inbox-filter.ts';
import type { RunGraphql } from '../data/graphql.ts';

const PER_PAGE = 25;

/** Each page before is read and passed over; filters lead further than more pages. */
export const LAST_PAGE = 200;

export interface InboxRow {
  readonly id: string;
  readonly protocolo: string;
  readonly canal: string;
  readonly situacao: string;
  readonly aberto: boolean;
  readonly tipo: string | null;
  readonly registrado_em: string;
  /** When the citizen reopened the answered case, which can be done once. */
  readonly reaberto_em: string | null;
  /** Last day of the term; null for messages, which have none. */
  readonly prazo_em: string | null;
  /** The term stands still while the citizen is asked. */
  readonly prazo_suspenso: boolean;
  /** Term of the complaint that no answer came; null where none waits. */
  readonly reclamacao_ate: string | null;
  /** Last day for the area that has the case. */
  readonly area_prazo_em: string | null;
  readonly demonstracao: boolean;
  /** The first words of the text; null once it was erased. */
  readonly inicio: string | null;
  readonly assunto: { readonly nome: string } | null;
  readonly unidade: { readonly nome: string } | null;
}

export interface InboxPage {
  readonly rows: readonly InboxRow[];
  readonly hasNext: boolean;
}

const LIST = `query Inbox($where: caso_bool_exp!, $order: [caso_order_by!], $limit: Int!, $offset: Int!) {
  rows: caso(where: $where, order_by: $order, limit: $limit, offset: $offset) {
    id protocolo canal situacao aberto tipo registrado_em reaberto_em prazo_em prazo_suspenso reclamacao_ate area_prazo_em demonstracao inicio assunto { nome } unidade { nome }
  }
}`;

/** Reads a page. Nothing is counted: one more row than is shown says that there is a next page. @param today of the institution */
export async function readInbox(run: RunGraphql, filter: InboxFilter, page: number, today: string): Promise<InboxPage> {
  const { rows } = await run<{ readonly rows: readonly InboxRow[] }>(LIST, {
    where: inboxCondition(filter, today),
    order: inboxOrder(filter),
    limit: PER_PAGE + 1,
    offset: (page - 1) * PER_PAGE,
  });
  return { rows: rows.slice(0, PER_PAGE), hasNext: rows.length > PER_PAGE && page < LAST_PAGE };
}

export interface InboxChoices {
  readonly situacao_de_caso: readonly { readonly canal: string; readonly situacao: string; readonly aberta: boolean }[];
  readonly assunto: readonly { readonly id: number; readonly canal: string; readonly nome: string }[];
  readonly unidade: readonly { readonly id: number; readonly nome: string }[];
}

const CHOICES = `query InboxChoices {
  situacao_de_caso(order_by: [{canal: asc}, {situacao: asc}]) { canal situacao aberta }
  assunto(order_by: [{canal: asc}, {ordem: asc}, {nome: asc}], limit: 500) { id canal nome }
  unidade(order_by: [{ordem: asc}, {nome: asc}], limit: 500) { id nome }
}`;

/** Reads what the filters choose from. */
export function readInboxChoices(run: RunGraphql): Promise<InboxChoices> {
  return run<InboxChoices>(CHOICES);
}
