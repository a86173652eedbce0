/** Requests for the approval of a content by another person (decision 0150): what the form asks and writes. */
import type { RunGraphql } from '../data/graphql.ts';
import type { Row } from '../resources/content-type.ts';

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
  /** What a published content is to have: columns and whole lists. Null for one that is approved by publishing it. */
  readonly proposta: Row | null;
  /** The version of the content from which the changes began; null as above. */
  readonly versao_base: number | null;
  readonly versao: number;
}

/** Changes of a published content, and the version from which they began. */
export interface ProposedChanges {
  readonly proposta: Row;
  readonly versao_base: unknown;
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
    situacao pedida_por pedida_em autor { nome } motivo devolvida_em revisor { nome } proposta versao_base versao
  }
  settings: configuracao_site(limit: 1) { exige_aprovacao }
}`;

/** Asks whether the row has an open request, and whether it needs one. */
export async function readApproval(run: RunGraphql, row: ApprovedRow): Promise<Approval> {
  const { requests, settings } = await run<ApprovalAnswer>(APPROVAL, { ...row });
  return { isAsked: settings[0]?.exige_aprovacao === true, request: requests[0] ?? null };
}

const FIRST = 'mutation Send($object: aprovacao_insert_input!) { sent: insert_aprovacao(objects: [$object]) { affected_rows } }';

const CHANGE = `mutation Change($where: aprovacao_bool_exp!, $set: aprovacao_set_input!) {
  sent: update_aprovacao(where: $where, _set: $set) { affected_rows }
}`;

const GIVE_UP = 'mutation GiveUp($where: aprovacao_bool_exp!) { sent: delete_aprovacao(where: $where) { affected_rows } }';

interface Sent {
  readonly sent: { readonly affected_rows: number };
}

/** What is done to a request: to the one that the person has seen, which another person may have returned or sent again meanwhile. */
async function change(run: RunGraphql, row: ApprovedRow, request: ApprovalRequest, set: Row): Promise<boolean> {
  const { sent } = await run<Sent>(CHANGE, { where: whereOf(row, request), set }, { table: 'aprovacao' });
  return sent.affected_rows > 0;
}

function whereOf(row: ApprovedRow, { versao }: ApprovalRequest): Row {
  return { tabela: { _eq: row.tabela }, chave: { _eq: row.chave }, versao: { _eq: versao } };
}

export interface SendOptions {
  /** The open request; null for the first time. */
  readonly request: ApprovalRequest | null;
  /** Of a content that is published. */
  readonly changes: ProposedChanges | null;
}

/** Sends a row for approval, for the first time or again. Returns false where another person was faster, and nothing was done. */
export async function sendForApproval(run: RunGraphql, row: ApprovedRow, { request, changes }: SendOptions): Promise<boolean> {
  if (request !== null) return change(run, row, request, { situacao: 'pedida', ...changes });
  const { sent } = await run<Sent>(FIRST, { object: { ...row, ...changes } }, { table: 'aprovacao' });
  return sent.affected_rows > 0;
}

/** Returns a row to its author. False where another person was faster, and nothing was done. */
export async function returnToAuthor(run: RunGraphql, row: ApprovedRow, request: ApprovalRequest, motivo: string): Promise<boolean> {
  return change(run, row, request, { situacao: 'devolvida', motivo: motivo.trim() });
}

/** Has the changes of a published row carried out. False where another person was faster, and nothing was done. */
export async function approveChanges(run: RunGraphql, row: ApprovedRow, request: ApprovalRequest): Promise<boolean> {
  return change(run, row, request, { situacao: 'aprovada' });
}

/** Takes one's own request back. False where another person was faster, and nothing was done. */
export async function withdraw(run: RunGraphql, row: ApprovedRow, request: ApprovalRequest): Promise<boolean> {
  return change(run, row, request, { situacao: 'retirada' });
}

/** Ends one's own request that came back. False where another person was faster, and nothing was done. */
export async function giveUp(run: RunGraphql, row: ApprovedRow, request: ApprovalRequest): Promise<boolean> {
  const { sent } = await run<Sent>(GIVE_UP, { where: whereOf(row, request) }, { table: 'aprovacao' });
  return sent.affected_rows > 0;
}

/** Whether nobody changes the stored bytes of a file, because the public or the person who approves its content reads it. */
export async function isFileGuarded(run: RunGraphql, id: string): Promise<boolean> {
  const query = 'query Guarded($id: uuid!) { files: arquivo_sob_aprovacao(where: {id: {_eq: $id}}, limit: 1) { id } }';
  const { files } = await run<{ readonly files: readonly unknown[] }>(query, { id });
  return files.length > 0;
}
