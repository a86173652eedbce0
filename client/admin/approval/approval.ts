/** Requests for the approval of a content by another person (decision 0150): what the form asks and writes. */
import type { RunGraphql } from '../data/graphql.ts';

/** Contents that nobody publishes alone where the institution asks for approval, as the triggers of the database say. */
export const APPROVED_TABLES: ReadonlySet<string> = new Set([
  'banner_comunicado',
  'comunicado',
  'declaracao_inexistencia',
  'documento',
  'noticia',
  'pagina',
  'pergunta_frequente',
  'servico',
]);

/** An open request. What was returned keeps its reason when it is sent again. */
export interface ApprovalRequest {
  readonly situacao: 'pedida' | 'devolvida';
  readonly pedida_por: string | null;
  readonly pedida_em: string;
  readonly autor: { readonly nome: string } | null;
  readonly motivo: string | null;
  readonly devolvida_em: string | null;
  readonly revisor: { readonly nome: string } | null;
}

export interface Approval {
  /** Whether the institution asks for approval. */
  readonly isAsked: boolean;
  /** Null where none is open. */
  readonly request: ApprovalRequest | null;
}

/** The row that is approved. */
export interface ApprovedRow {
  readonly tabela: string;
  readonly chave: string;
}

interface ApprovalAnswer {
  readonly requests: readonly ApprovalRequest[];
  readonly settings: readonly { readonly exige_aprovacao: boolean }[];
}

const APPROVAL = `query Approval($tabela: String!, $chave: String!) {
  requests: aprovacao(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}}) {
    situacao pedida_por pedida_em autor { nome } motivo devolvida_em revisor { nome }
  }
  settings: configuracao_site(limit: 1) { exige_aprovacao }
}`;

/** Asks whether the row has an open request, and whether it needs one. */
export async function readApproval(run: RunGraphql, row: ApprovedRow): Promise<Approval> {
  const { requests, settings } = await run<ApprovalAnswer>(APPROVAL, { ...row });
  return { isAsked: settings[0]?.exige_aprovacao === true, request: requests[0] ?? null };
}

const FIRST = `mutation Send($tabela: String!, $chave: String!) {
  sent: insert_aprovacao(objects: [{tabela: $tabela, chave: $chave}], on_conflict: {constraint: aprovacao_pkey, update_columns: []}) { affected_rows }
}`;

const CHANGE = `mutation Change($tabela: String!, $chave: String!, $from: String!, $set: aprovacao_set_input!) {
  sent: update_aprovacao(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}, situacao: {_eq: $from}}, _set: $set) { affected_rows }
}`;

interface Sent {
  readonly sent: { readonly affected_rows: number };
}

/** Sends a row for approval, for the first time or again. Returns false where another person was faster, and nothing was done. */
export async function sendForApproval(run: RunGraphql, row: ApprovedRow, request: ApprovalRequest | null): Promise<boolean> {
  const answer =
    request === null
      ? await run<Sent>(FIRST, { ...row }, { table: 'aprovacao' })
      : await run<Sent>(CHANGE, { ...row, from: 'devolvida', set: { situacao: 'pedida' } }, { table: 'aprovacao' });
  return answer.sent.affected_rows > 0;
}

/** Returns a row to its author. False where it was published, returned or withdrawn meanwhile, and nothing was done. */
export async function returnToAuthor(run: RunGraphql, row: ApprovedRow, motivo: string): Promise<boolean> {
  const set = { situacao: 'devolvida', motivo };
  const { sent } = await run<Sent>(CHANGE, { ...row, from: 'pedida', set }, { table: 'aprovacao' });
  return sent.affected_rows > 0;
}
