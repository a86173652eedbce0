/** How a request to follow by e-mail is read. Apart from what pages show, which would bring the rules of forms to every list. */
import { email as readEmail } from '../cases/fields.ts';
import { CASE_MESSAGES } from '../cases/messages.ts';
import { withoutTypedCpf } from '../content/cpf.ts';
import { FOLLOWED_KINDS, type Followed } from './email-subscription.ts';

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
  // The subject stands in every e-mail: pages have hidden a CPF that a visitor searched for, and so does who sends the form by other means.
  const value = withoutTypedCpf(typed.valor.trim());
  if (kind === undefined || value.length > LONGEST_VALUE || (value === '') === (kind === 'documentos' || kind === 'busca'))
    return { kind: 'unknown' };
  const followed = { kind, value };
  const read = readEmail.safeParse(typed.email);
  if (!read.success || read.data === null) return { kind: 'faulty', followed, problem: CASE_MESSAGES.email };
  return { kind: 'valid', request: { email: read.data, followed } };
}
