/** How the server reads what a reader says of a page. */
import { typedText } from '../cases/fields.ts';
import { findCpfs } from '../content/cpf.ts';
import { MAX_COMMENT } from './feedback.ts';

export interface Feedback {
  /** null where only a comment was sent. */
  readonly useful: boolean | null;
  readonly comment: string | null;
}

export type FeedbackReading =
  | { readonly kind: 'valid'; readonly feedback: Feedback }
  /** A sentence for its reader. */
  | { readonly kind: 'faulty'; readonly problem: string };

/** Reads the fields of the form as they were typed. */
export function readFeedback(typed: { readonly util?: string | undefined; readonly comentario?: string | undefined }): FeedbackReading {
  const useful = typed.util === 'sim' ? true : typed.util === 'nao' ? false : null;
  const comment = typedText(typed.comentario);
  if (useful === null && comment === '') return { kind: 'faulty', problem: 'Escolha “Sim” ou “Não”, ou escreva um comentário.' };
  if (comment.length > MAX_COMMENT)
    return {
      kind: 'faulty',
      problem: `O comentário tem mais de ${MAX_COMMENT.toLocaleString('pt-BR')} caracteres. Escreva um texto mais curto.`,
    };
  const personal = personalDatum(comment);
  if (personal !== null) {
    return { kind: 'faulty', problem: `O comentário parece ter ${personal}. Apague esse dado e envie de novo: ele não é preciso aqui.` };
  }
  return { kind: 'valid', feedback: { useful, comment: comment === '' ? null : comment } };
}

const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]{2,}/;
const PHONE = /(?:\(\d{2}\)\s?|\b\d{2}\s)9?\d{4}[-\s.]?\d{4}\b|\b9\d{4}[-\s.]\d{4}\b/;

/** What a text has that tells who wrote it or of whom, in words; null for nothing that a program sees. */
function personalDatum(text: string): string | null {
  if (findCpfs(text).length > 0) return 'um CPF';
  if (EMAIL.test(text)) return 'um endereço de e-mail';
  return PHONE.test(text) ? 'um número de telefone' : null;
}
