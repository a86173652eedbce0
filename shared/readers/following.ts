/** Following by e-mail: its addresses, what may be followed, and how a request is read. */
import { email as readEmail } from '../cases/fields.ts';
import { CASE_MESSAGES } from '../cases/messages.ts';

/** Asks to follow (POST); what the request became is shown at the address below it. */
export const FOLLOW_PATH = '/_novidades';
export const FOLLOW_ASKED_PATH = `${FOLLOW_PATH}/pedido`;

/** With the token of a subscription behind them: a page with one button (GET), and what the button does (POST). */
export const FOLLOW_CONFIRM_PATH = `${FOLLOW_PATH}/confirmar`;
export const FOLLOW_LEAVE_PATH = `${FOLLOW_PATH}/sair`;

export const FOLLOWED_KINDS = ['noticias', 'comunicados', 'documentos', 'busca'] as const;

/** What is followed: the value is the slug of a list of documents, or the words of a search, and else empty. */
export interface Followed {
  readonly kind: (typeof FOLLOWED_KINDS)[number];
  readonly value: string;
}

/** Characters of a search (its own limit). */
const LONGEST_VALUE = 100;

export interface FollowRequest {
  readonly email: string;
  readonly followed: Followed;
}

export type FollowReading =
  | { readonly kind: 'valid'; readonly request: FollowRequest }
  /** The address is wrong. */
  | { readonly kind: 'faulty'; readonly followed: Followed; readonly problem: string }
  /** No form of the site sends this. */
  | { readonly kind: 'unknown' };

/** Reads the form as it was typed. */
export function readFollowRequest(typed: { readonly email: string; readonly assunto: string; readonly valor: string }): FollowReading {
  const kind = FOLLOWED_KINDS.find((known) => known === typed.assunto);
  const value = typed.valor.trim();
  if (kind === undefined || value.length > LONGEST_VALUE || (value === '') === (kind === 'documentos' || kind === 'busca'))
    return { kind: 'unknown' };
  const followed = { kind, value };
  const read = readEmail.safeParse(typed.email);
  if (!read.success || read.data === null) return { kind: 'faulty', followed, problem: CASE_MESSAGES.email };
  return { kind: 'valid', request: { email: read.data, followed } };
}

/** What is followed, in words; `label` is the name of a list. */
export function followedInWords({ kind, value }: Followed, label: string | null): string {
  switch (kind) {
    case 'noticias':
      return 'as notícias';
    case 'comunicados':
      return 'os comunicados';
    case 'documentos':
      return `os documentos da lista “${label ?? value}”`;
    case 'busca':
      return `o que a busca por “${value}” encontra`;
  }
}
