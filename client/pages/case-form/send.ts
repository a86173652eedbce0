/** Checks a form by the schema of the server, and sends it. Loaded when the citizen begins to fill it in. */

import { type FieldError, readCaseForm, type TypedForm } from '../../../shared/cases/case-form.ts';
import { ATTACHMENTS_FIELD } from '../../../shared/cases/form-limits.ts';
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import type { Channel } from '../../../shared/cases/vocabulary.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import { deadlineSignal } from '../../../shared/time/timers.ts';
import { fileFault } from './file-fault.ts';

interface Filled {
  readonly channel: Channel;
  readonly form: HTMLFormElement;
  readonly typed: TypedForm;
  readonly timeZone: string;
}

export interface Submission {
  readonly form: HTMLFormElement;
  /** The same for each attempt with the same content. */
  readonly key: string;
  /** Milliseconds since the form was shown; null where it is unknown. */
  readonly elapsedMs: number | null;
}

export type SendOutcome =
  /** `page` says what was done. */
  | { readonly kind: 'registered'; readonly page: string }
  | { readonly kind: 'faulty'; readonly errors: readonly FieldError[]; readonly notice: string | null }
  /** Another system takes the channel now, or the case is not as it was. What to do then, the server's page says. */
  | { readonly kind: 'handedOver' }
  /** No answer came: it is unknown whether it was registered, and the same key tells. */
  | { readonly kind: 'unsent' };

/** RFC 9110 §15.5.10. */
const HANDED_OVER = 409;

/** Milliseconds for the texts of a form and the answer on a slow line. */
const TEXTS_MS = 300_000;

/** Bytes of files a millisecond, on the slowest line that the server waits for (server/http/connections/bounds.ts). */
const LEAST_RATE = 60;

/** Bytes of files whose sending is shown: smaller ones are sent before anybody asks how far it is. */
const LEAST_SHOWN = 1_000_000;

/** Returns what is wrong with a form before it is sent. */
export function faultsOf({ channel, form, typed, timeZone }: Filled): readonly FieldError[] {
  const reading = readCaseForm(channel, typed, localDay(Date.now(), timeZone));
  const files = new FormData(form).getAll(ATTACHMENTS_FIELD).filter((entry) => entry instanceof File && entry.name !== '');
  const fault = fileFault(files as readonly File[]);
  const ofFields = reading.kind === 'faulty' ? reading.errors : [];
  return inOrder(form, fault === null ? ofFields : [...ofFields, { field: ATTACHMENTS_FIELD, message: fault }]);
}

/** The list of problems follows the form. */
function inOrder(form: HTMLFormElement, errors: readonly FieldError[]): readonly FieldError[] {
  const names = [...form.elements].map((element) => element.getAttribute('name'));
  return [...errors].sort((a, b) => names.indexOf(a.field) - names.indexOf(b.field));
}

/** Sends a form. Never rejects. */
export async function send({ form, key, elapsedMs }: Submission): Promise<SendOutcome> {
  const body = new FormData(form);
  body.set('chave', key);
  if (elapsedMs !== null) body.set('tempo', String(Math.round(elapsedMs)));
  moveLast(body, ATTACHMENTS_FIELD);
  // What is answered after the page has gone, as the cookie of a case, shall not come to whoever is there then.
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  window.addEventListener('pagehide', leave);
  const files = bytesOf(body);
  const sign = files < LEAST_SHOWN ? null : progressIn(form);
  try {
    const signal = deadlineSignal(TEXTS_MS + files / LEAST_RATE, leaving.signal);
    const { status, text } = await post(form.action, body, { signal, progress: sign?.querySelector('progress') ?? null });
    const answer: unknown = JSON.parse(text);
    if (status === HANDED_OVER) return { kind: 'handedOver' };
    if (status >= 200 && status < 300 && hasText(answer, 'destino')) return { kind: 'registered', page: answer.destino };
    return { kind: 'faulty', errors: inOrder(form, errorsIn(answer)), notice: noticeIn(answer) };
  } catch {
    // No network, no answer in time, or an answer of something between: the key makes a repetition the same submission.
    return { kind: 'unsent' };
  } finally {
    window.removeEventListener('pagehide', leave);
    sign?.remove();
  }
}

interface Sending {
  readonly signal: AbortSignal;
  readonly progress: HTMLProgressElement | null;
}

/** By XMLHttpRequest, since `fetch` does not tell how much of a body has been sent. @throws where no answer comes */
function post(address: string, body: FormData, { signal, progress }: Sending): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (): void => reject(new Error('no answer'));
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    if (progress !== null) {
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        progress.max = total;
        progress.value = loaded;
      });
    }
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', address);
    request.setRequestHeader('Accept', 'application/json');
    request.send(body);
  });
}

/** Puts a sign of how much has been sent beside the word that the form is being sent. What the page's own code draws there stays as it is. */
function progressIn(form: HTMLFormElement): HTMLElement {
  const label = document.createElement('label');
  label.append('Arquivos enviados: ', document.createElement('progress'));
  form.querySelector('[data-enviando]')?.parentElement?.append(label);
  return label;
}

/** Files behind all texts, as in the form without script. */
function moveLast(body: FormData, name: string): void {
  const values = body.getAll(name);
  body.delete(name);
  for (const value of values) if (value instanceof File && value.name !== '') body.append(name, value);
}

function bytesOf(body: FormData): number {
  return body.getAll(ATTACHMENTS_FIELD).reduce((sum, value) => sum + (value instanceof File ? value.size : 0), 0);
}

function hasText<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, string>> {
  return typeof value === 'object' && value !== null && name in value && typeof (value as Record<string, unknown>)[name] === 'string';
}

function errorsIn(answer: unknown): readonly FieldError[] {
  const errors = typeof answer === 'object' && answer !== null && 'errors' in answer ? answer.errors : null;
  return Array.isArray(errors) ? errors.filter((error): error is FieldError => hasText(error, 'field') && hasText(error, 'message')) : [];
}

/** An answer of something else than the form's own address has no sentence for its reader. */
function noticeIn(answer: unknown): string | null {
  if (hasText(answer, 'notice')) return answer.notice;
  return errorsIn(answer).length > 0 ? null : CASE_MESSAGES.semConexao;
}
