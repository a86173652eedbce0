/** How and when a case came that the staff registers: terms run from its reception (Lei nº 13.460/2017, art. 16), not from its registration. */
import * as z from 'zod/mini';
import type { FieldError, TypedForm } from './case-form.ts';
import { choice, field, parseDay } from './fields.ts';
import { laterDay } from './inbox-filter.ts';
import { CASE_MESSAGES } from './messages.ts';
import { ENTRADAS } from './vocabulary.ts';

export interface Reception {
  readonly canal_entrada: (typeof ENTRADAS)[number]['value'];
  /** Calendar day of the institution. */
  readonly recebido_em: string;
}

export type ReceptionReading =
  | { readonly kind: 'valid'; readonly reception: Reception }
  | { readonly kind: 'faulty'; readonly errors: readonly FieldError[] };

/** Days for which a letter may have been lying: a day before is more likely a wrong year. */
const MOST_DAYS_AGO = 366;

/** Reads both fields. @param today the day at the institution, as `2026-12-31` */
export function readReception({ canal_entrada = '', recebido_em = '' }: TypedForm, today: string): ReceptionReading {
  const entry = choice(ENTRADAS, CASE_MESSAGES.entrada).safeParse(canal_entrada);
  const day = receptionDay(today).safeParse(recebido_em);
  if (entry.data && day.data) return { kind: 'valid', reception: { canal_entrada: entry.data, recebido_em: day.data } };
  const errors: FieldError[] = [];
  if (!entry.data) errors.push({ field: 'canal_entrada', message: CASE_MESSAGES.entrada });
  if (!day.success) errors.push({ field: 'recebido_em', message: day.error.issues[0]?.message ?? CASE_MESSAGES.recebimento });
  return { kind: 'faulty', errors };
}

const receptionDay = (today: string): z.ZodMiniType<string | null> =>
  field((text) => {
    const day = parseDay(text);
    if (day === null) return { fault: CASE_MESSAGES.recebimento };
    if (day > today) return { fault: CASE_MESSAGES.recebimentoFuturo };
    return day < laterDay(today, -MOST_DAYS_AGO) ? { fault: CASE_MESSAGES.recebimentoAntigo } : { value: day };
  });
