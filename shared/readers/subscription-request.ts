/** How a request for a subscription by e-mail is read. Apart from what pages show, which would bring the rules of forms to every list. */
import { email as readEmail, typedText } from '../cases/fields.ts';
import { CASE_MESSAGES } from '../cases/messages.ts';
import { withoutTypedCpf } from '../content/cpf.ts';
import { type SubscriptionTopic, TOPIC_KINDS } from './email-subscription.ts';

/** Characters of a search (its own limit). */
const LONGEST_VALUE = 100;

export interface SubscriptionRequest {
  readonly email: string;
  readonly topic: SubscriptionTopic;
}

export type SubscriptionReading =
  | { readonly kind: 'valid'; readonly request: SubscriptionRequest }
  /** The address is wrong. */
  | { readonly kind: 'faulty'; readonly topic: SubscriptionTopic; readonly problem: string }
  /** No form of the site sends this. */
  | { readonly kind: 'unknown' };

/** Reads the form as it was typed. */
export function readSubscriptionRequest(typed: {
  readonly email: string;
  readonly assunto: string;
  readonly valor: string;
}): SubscriptionReading {
  const kind = TOPIC_KINDS.find((known) => known === typed.assunto);
  // The subject stands in every e-mail: pages have hidden a CPF that a visitor searched for, and so does who sends the form by other means.
  const value = withoutTypedCpf(typedText(typed.valor));
  if (kind === undefined || value.length > LONGEST_VALUE || (value === '') === (kind === 'documentos' || kind === 'busca'))
    return { kind: 'unknown' };
  const topic = { kind, value };
  const read = readEmail.safeParse(typed.email);
  if (!read.success || read.data === null) return { kind: 'faulty', topic, problem: CASE_MESSAGES.email };
  return { kind: 'valid', request: { email: read.data, topic } };
}
