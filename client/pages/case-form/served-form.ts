/**
 * A form in a page that the server alone draws and no application takes over: one that came back, or what a citizen does with a case. It is sent from
 * the page, so that what was written and its files stay where something is wrong with it or no answer comes. Without this part it posts as it is.
 */
import { CASE_FILE_PATH, TRACKING_END_PATH } from '../../../shared/cases/addresses.ts';
import type { FieldError } from '../../../shared/cases/case-form.ts';
import { CASE_MESSAGES, summaryTitle } from '../../../shared/cases/messages.ts';
import { CHANNELS } from '../../../shared/cases/vocabulary.ts';
import { startCounters } from './counters.ts';
import { type Attempt, type Draft, draftName, draftStore, typedForm } from './draft.ts';
import { fileFault } from './file-fault.ts';
import { type SendOutcome, send } from './send.ts';

const started = new WeakSet<HTMLFormElement>();
/** Forms that leave with their page. */
const sent = new WeakSet<HTMLFormElement>();

/** Takes over the sending of the forms of the page that keep what is written. Safe to call again. */
export function startForms(): void {
  document.querySelectorAll<HTMLFormElement>('form[data-rascunho], form[data-ato]').forEach(startServedForm);
  followClosing();
}

/** A case that is closed in one tab leaves the others, where who comes to the machine next would find it. */
function followClosing(): void {
  const state = document.querySelector<HTMLElement>('[data-consulta]')?.dataset['consulta'];
  if (state === undefined) return;
  const closings = new BroadcastChannel('consulta');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is that of its origin
  if (state === 'encerrada') closings.postMessage(state);
  else closings.addEventListener('message', () => window.location.replace(TRACKING_END_PATH));
}

/** Asks before the page is left while the form, of which nothing is kept, has been written in and not sent. A file of the case leaves no page. */
function guardWritten(form: HTMLFormElement): void {
  const first = JSON.stringify(typedForm(form));
  let isDownload = false;
  document.addEventListener('submit', ({ target }) => {
    isDownload = target instanceof HTMLFormElement && target.action.endsWith(CASE_FILE_PATH);
  });
  window.addEventListener('beforeunload', (event) => {
    if (!isDownload && !sent.has(form) && JSON.stringify(typedForm(form)) !== first) event.preventDefault();
    isDownload = false;
  });
}

function startServedForm(form: HTMLFormElement): void {
  if (started.has(form)) return;
  started.add(form);
  let attempt = carriedAttempt(form);
  let isSending = false;
  const draft = startDraft(form, () => ({ typed: typedForm(form), attempt }));
  const setSending = (sending: boolean): void => {
    isSending = sending;
    form.querySelector('button[type="submit"]')?.setAttribute('aria-disabled', String(sending));
    form.querySelector('[data-enviando]')?.replaceChildren(sending ? 'Enviando…' : '');
  };
  const finish = (result: SendOutcome): void => {
    if (result.kind === 'registered' || result.kind === 'handedOver') sent.add(form);
    if (result.kind === 'registered' && draft === null) {
      window.location.assign(result.page);
    } else if (result.kind === 'registered') {
      draft?.remove();
      // Back leads to no page with what was written, nor asks whether to send again the form that came back.
      window.location.replace(result.page);
    } else if (result.kind === 'handedOver') {
      form.submit();
    } else {
      setSending(false);
      if (result.kind === 'faulty') showFaults(form, result.errors, result.notice);
      else showFaults(form, [], CASE_MESSAGES.semConexao);
    }
  };
  const submit = async (): Promise<void> => {
    const content = JSON.stringify(typedForm(form));
    if (attempt?.content !== content) attempt = { key: crypto.randomUUID(), content };
    draft?.save();
    // The server alone looks at it, since the day at the institution is not known here. A form that came back may need no more than one press, for which no time is too short.
    finish(await send({ form, key: attempt.key, elapsedMs: null }));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The second click of two is the same submission.
    if (isSending) return;
    if (!navigator.onLine) {
      draft?.save();
      showFaults(form, [], CASE_MESSAGES.semInternet);
      return;
    }
    setSending(true);
    submit().catch(() => {
      sent.add(form);
      form.submit();
    });
  });
  const files = form.querySelector<HTMLInputElement>('[type="file"]');
  files?.addEventListener('change', () => {
    const fault = fileFault([...(files.files ?? [])]);
    removeErrors(files.parentElement);
    if (fault !== null) showError(form, { field: files.name, message: fault });
  });
  startCounters(form);
  if (draft === null) guardWritten(form);
  window.addEventListener('pageshow', () => setSending(false));
}

/** What came back after an attempt with an unknown end carries its key: sent unchanged it is the same submission. */
function carriedAttempt(form: HTMLFormElement): Attempt | null {
  const key = new FormData(form).get('chave');
  return typeof key === 'string' && key !== '' ? { key, content: JSON.stringify(typedForm(form)) } : null;
}

/** Says what is wrong as the server's page does: in a summary that takes the focus, and at each field. */
function showFaults(form: HTMLFormElement, errors: readonly FieldError[], notice: string | null): void {
  const summary = form.querySelector<HTMLElement>('[data-nao-enviado]');
  if (summary === null) return;
  document.getElementById('problemas')?.remove();
  removeErrors(form);
  for (const error of errors) showError(form, error);
  summary.querySelector('h2')?.replaceChildren(errors.length === 0 ? TITLE : summaryTitle(errors.length));
  const sentence = summary.querySelector('p');
  sentence?.replaceChildren(notice ?? '');
  if (sentence !== null) sentence.hidden = notice === null;
  summary.querySelector('ul')?.replaceChildren(...errors.map((error) => linkTo(form, error)));
  summary.hidden = false;
  summary.focus();
}

const TITLE = 'O formulário não foi enviado';
const ERROR_ID = /(?:^| )\S+-erro(?= |$)/;

function removeErrors(part: HTMLElement | null): void {
  for (const error of part?.querySelectorAll('[id$="-erro"]') ?? []) error.remove();
  for (const field of part?.querySelectorAll('[aria-invalid]') ?? []) field.removeAttribute('aria-invalid');
  for (const field of part?.querySelectorAll('[aria-describedby]') ?? []) {
    field.setAttribute('aria-describedby', (field.getAttribute('aria-describedby') ?? '').replace(ERROR_ID, '').trim());
  }
}

/** The error of a choice stands above its options and describes them all. */
function showError(form: HTMLFormElement, { field, message }: FieldError): void {
  const control = controlOf(form, field);
  const text = form.querySelector<HTMLTemplateElement>('template[data-erro]')?.content.firstElementChild?.cloneNode(true);
  if (control === null || !(text instanceof HTMLElement)) return;
  text.id = `${control.id}-erro`;
  text.append(message);
  const choice = control.matches('[type="radio"]') ? control.closest('fieldset') : null;
  const live = control.previousElementSibling;
  if (live?.hasAttribute('aria-live') === true) live.append(text);
  else (choice === null ? control : control.parentElement)?.before(text);
  if (choice === null) control.setAttribute('aria-invalid', 'true');
  const described = choice ?? control;
  described.setAttribute('aria-describedby', `${described.getAttribute('aria-describedby') ?? ''} ${text.id}`.trim());
}

/** Returns the control of a field, the first one of a choice: the page may have several forms with the same names. */
function controlOf(form: HTMLFormElement, field: string): HTMLElement | null {
  return form.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`);
}

function linkTo(form: HTMLFormElement, { field, message }: FieldError): HTMLLIElement {
  const link = document.createElement('a');
  link.href = `#${controlOf(form, field)?.id ?? ''}`;
  link.append(message);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

interface ServedDraft {
  readonly save: () => void;
  readonly remove: () => void;
}

/** Keeps the texts of a channel's form; null for a form that has no draft. */
function startDraft(form: HTMLFormElement, current: () => Draft): ServedDraft | null {
  const channel = CHANNELS.find((candidate) => draftName(candidate) === form.dataset['rascunho']);
  if (channel === undefined) return null;
  const device = draftStore(channel, () => window.localStorage, Date.now);
  const tab = draftStore(channel, () => window.sessionStorage, Date.now);
  const offer = form.querySelector<HTMLElement>('[data-guardar-rascunho]');
  const keeps = offer?.querySelector('input') ?? null;
  const save = (): void => (keeps?.checked === true ? device : tab).write(current());
  const remove = (): void => {
    tab.remove();
    if (keeps?.checked === true) device.remove();
  };
  if (offer !== null && keeps !== null) {
    // A page that was opened with a text of its own, and no problem, is not the one whose draft waits.
    keeps.checked = form.querySelector('#problemas') !== null && device.read() !== null;
    keeps.addEventListener('change', () => (keeps.checked ? save() : device.remove()));
    form.addEventListener('input', ({ target }) => {
      if (keeps.checked && target !== keeps) save();
    });
    offer.querySelector('button')?.addEventListener('click', () => {
      remove();
      // Its address leads to the empty form.
      window.location.assign(form.action);
    });
    offer.hidden = false;
  }
  return { save, remove };
}
