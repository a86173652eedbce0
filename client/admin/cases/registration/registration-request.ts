/** Sends a case that the staff registers, once for each content. */
import { STAFF_REGISTRATION_PATH } from '../../../../shared/cases/addresses.ts';
import { type FieldError, readCaseForm } from '../../../../shared/cases/case-form.ts';
import type { Receipt } from '../../../../shared/cases/case-screen.ts';
import { ATTACHMENTS_FIELD } from '../../../../shared/cases/form-limits.ts';
import { CASE_MESSAGES } from '../../../../shared/cases/messages.ts';
import { readReception } from '../../../../shared/cases/reception.ts';
import { CHANNELS } from '../../../../shared/cases/vocabulary.ts';
import { localDay } from '../../../../shared/time/local-day.ts';
import { NOT_SAVED } from '../../session/reauthentication.ts';
import { SIGNED_OUT } from '../../session/session.ts';
import type { StepValues } from '../step-fields.ts';
import { faultsForStaff, toldToStaff } from './registration-words.ts';

export interface Registration {
  readonly values: StepValues;
  readonly files: readonly File[];
  /** The same for each attempt with the same content. */
  readonly key: string;
}

export type RegistrationOutcome =
  | { readonly kind: 'registered'; readonly receipt: Receipt }
  | { readonly kind: 'faulty'; readonly errors: readonly FieldError[]; readonly notice: string | null };

/** Returns what is wrong before the form is sent, by the rules of the server. */
export function registrationFaults(values: StepValues, timeZone: string): readonly FieldError[] {
  const today = localDay(Date.now(), timeZone);
  const reception = readReception(values, today);
  const channel = CHANNELS.find((each) => each === values['canal']);
  const reading = channel === undefined ? null : readCaseForm(channel, values, today);
  return faultsForStaff([
    ...(channel === undefined ? [{ field: 'canal', message: CASE_MESSAGES.opcao }] : []),
    ...(reception.kind === 'faulty' ? reception.errors : []),
    ...(reading?.kind === 'faulty' ? reading.errors : []),
  ]);
}

/** Sends the form. Never rejects: without an answer it is unknown whether it was registered, and the same key tells. */
export async function registerCase(fetchFrom: typeof fetch, { values, files, key }: Registration): Promise<RegistrationOutcome> {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  body.append('chave', key);
  // Files behind all texts, so that a form with too large a file has arrived with all it says.
  for (const file of files) body.append(ATTACHMENTS_FIELD, file);
  try {
    const headers = { Accept: 'application/json' };
    const response = await fetchFrom(STAFF_REGISTRATION_PATH, { method: 'POST', body, headers, credentials: 'same-origin' });
    if (response.status === SIGNED_OUT) return { kind: 'faulty', errors: [], notice: NOT_SAVED };
    const answer = (await response.json()) as {
      readonly recibo?: Receipt;
      readonly errors?: readonly FieldError[];
      readonly notice?: string | null;
    };
    if (response.ok && answer.recibo !== undefined) return { kind: 'registered', receipt: answer.recibo };
    const { errors = [], notice = null } = answer;
    const told = notice === null ? null : toldToStaff(notice);
    return { kind: 'faulty', errors: faultsForStaff(errors), notice: errors.length === 0 ? (told ?? UNSENT) : told };
  } catch {
    // No network, or an answer that is no JSON.
    return { kind: 'faulty', errors: [], notice: UNSENT };
  }
}

const UNSENT = 'Não foi possível registrar agora. O que você escreveu continua nesta tela; tente de novo: o caso não se repete.';
