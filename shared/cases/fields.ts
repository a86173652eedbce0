/**
 * How one field of a form is read. A browser sends every field as text, so an empty text is "nothing said", and each reading gives the value or
 * the sentence that tells what to do. The issues hold no value: what a person typed must not reach a log.
 */
import * as z from 'zod/mini';
import { LONGEST_EMAIL } from '../session/credentials.ts';
import { type DocumentNumber, looksLikeCnpj, parseDocumentNumber } from './document-number.ts';
import { NOME } from './form-limits.ts';
import { CASE_MESSAGES, longTextMessage, shortTextMessage } from './messages.ts';
import { parsePhone } from './phone.ts';
import type { Option } from './vocabulary.ts';

type Reading<Value> = { readonly value: Value } | { readonly fault: string };

/** Halves of a character without the other half, which no text in UTF-8 can hold. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Returns what was typed as it is kept. A browser ends each line with two characters, which a reader counts as one. */
export function typedText(raw = ''): string {
  return raw.replaceAll(LONE_SURROGATES, '\uFFFD').normalize('NFC').replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
}

/** Makes the schema of a field. A field that is wrong is null beside its issue, so that the rules between fields are still looked at. */
export function field<Value>(read: (text: string) => Reading<Value>): z.ZodMiniType<Value | null> {
  return z.pipe(
    z.optional(z.string()),
    z.transform((raw: string | undefined, context): Value | null => {
      const reading = read(typedText(raw));
      if ('value' in reading) return reading.value;
      context.issues.push({ code: 'custom', message: reading.fault, input: null, continue: true });
      return null;
    }),
  );
}

/** A text of one line or several that may be left out. */
export const optionalText = (most: number): z.ZodMiniType<string | null> =>
  field((text) => (text.length > most ? { fault: longTextMessage(most) } : { value: text === '' ? null : text }));

/** The text that the form is for, counted as a reader counts characters. @param what as `o seu pedido` */
export const longText = (least: number, most: number, what: string): z.ZodMiniType<string | null> =>
  field((text) => {
    const length = characterCount(text);
    if (length < least) return { fault: shortTextMessage(least, what) };
    return length > most ? { fault: longTextMessage(most) } : { value: text };
  });

/** Code points: a letter with its accent is one, and so is most of what a telephone's keyboard offers. */
export function characterCount(text: string): number {
  return Array.from(text.trim()).length;
}

const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\p{N} '’.-]*$/u;

export const personName: z.ZodMiniType<string | null> = field((text) => {
  const name = text.replaceAll(/\s+/g, ' ');
  if (name === '') return { value: null };
  const length = characterCount(name);
  return length < NOME.least || length > NOME.most || !NAME.test(name) || !/\p{L}.*\p{L}/u.test(name)
    ? { fault: CASE_MESSAGES.nomeInvalido }
    : { value: name };
});

const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,63})$/u;

/** The domain is the same in capitals; the part before the at sign need not be (RFC 5321 §2.4). */
export const email: z.ZodMiniType<string | null> = field((text) => {
  if (text === '') return { value: null };
  const domain = EMAIL.exec(text)?.[1];
  if (domain === undefined || text.includes('..')) return { fault: CASE_MESSAGES.email };
  // "İ" has two signs in small letters: the length that counts is that of what is kept.
  const address = text.slice(0, -domain.length) + domain.toLowerCase();
  return address.length > LONGEST_EMAIL ? { fault: CASE_MESSAGES.email } : { value: address };
});

export const phone: z.ZodMiniType<string | null> = field((text) => {
  if (text === '') return { value: null };
  const digits = parsePhone(text);
  return digits === null ? { fault: CASE_MESSAGES.telefone } : { value: digits };
});

export const documentNumber: z.ZodMiniType<DocumentNumber | null> = field((text) => {
  if (text === '') return { value: null };
  const number = parseDocumentNumber(text);
  return number === null ? { fault: looksLikeCnpj(text) ? CASE_MESSAGES.cnpj : CASE_MESSAGES.cpf } : { value: number };
});

/** One of a list; null where nothing was chosen. */
export function choice<Value extends string>(options: readonly Option<Value>[], fault: string): z.ZodMiniType<Value | null> {
  return field((text) => {
    const chosen = options.find(({ value }) => value === text);
    return chosen === undefined && text !== '' ? { fault } : { value: chosen?.value ?? null };
  });
}

/** The number of a subject's row; null for "I do not know". */
export const assuntoId: z.ZodMiniType<number | null> = field((text) => {
  if (text === '') return { value: null };
  return /^\d{1,9}$/.test(text) ? { value: Number(text) } : { fault: CASE_MESSAGES.assunto };
});

/** Eight digits. */
export const cep: z.ZodMiniType<string | null> = field((text) => {
  if (text === '') return { value: null };
  const digits = text.replaceAll(/[\s.-]/g, '');
  return /^\d{8}$/.test(digits) ? { value: digits } : { fault: CASE_MESSAGES.cep };
});

/** A day that is not after `today`, as `2026-12-31`; a browser without a calendar sends what was typed. */
export const pastDay = (today: string): z.ZodMiniType<string | null> =>
  field((text) => {
    if (text === '') return { value: null };
    const day = parseDay(text);
    if (day === null) return { fault: CASE_MESSAGES.dataInvalida };
    return day > today ? { fault: CASE_MESSAGES.dataFutura } : { value: day };
  });

/** Returns the typed day, as `2026-12-31`; null where it is none. */
export function parseDay(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : null;
}

function isDay(text: string): boolean {
  if (!/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // 31 February becomes a day of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
