/**
 * A form that came back, in a page that the server alone draws and no application takes over: it is sent from the page, so that what was written
 * stays where no answer comes. What is wrong with it the server's next page says. Without this part the form posts as it is.
 */
import { CHANNELS } from '../../../shared/cases/vocabulary.ts';
import { type Attempt, draftName, draftStore, typedForm } from './draft.ts';
import { faultsOf, type SendOutcome, send } from './send.ts';

let isStarted = false;

/** Takes over the sending of the form. Safe to call again. */
export function startReturnedForm(form: HTMLFormElement): void {
  const channel = CHANNELS.find((candidate) => draftName(candidate) === form.dataset['rascunho']);
  if (isStarted || channel === undefined) return;
  isStarted = true;
  const device = draftStore(channel, () => window.localStorage, Date.now);
  const tab = draftStore(channel, () => window.sessionStorage, Date.now);
  const keeps = form.querySelector<HTMLInputElement>('[data-guardar-rascunho] input');
  let attempt = carriedAttempt(form);
  let isSending = false;
  const setSending = (sending: boolean): void => {
    isSending = sending;
    const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
    if (button !== null) button.disabled = sending;
  };
  const save = (): void => (keeps?.checked === true ? device : tab).write({ typed: typedForm(form), attempt });
  const removeDrafts = (): void => {
    tab.remove();
    if (keeps?.checked === true) device.remove();
  };
  const finish = (result: SendOutcome): void => {
    if (result.kind === 'registered') {
      removeDrafts();
      window.location.assign(result.receipt);
    } else if (result.kind === 'handedOver' || (result.kind === 'faulty' && result.errors.length > 0)) {
      form.submit();
    } else {
      setSending(false);
      showNotice(form, result.kind === 'faulty' ? result.notice : null);
    }
  };
  const submit = async (): Promise<void> => {
    const typed = typedForm(form);
    const content = JSON.stringify(typed);
    if (attempt?.content !== content) attempt = { key: crypto.randomUUID(), content };
    save();
    // The zone of the institution is not known here. The server has the last word on a day that only this one finds wrong.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // Without network the page that would come is the browser's own, in place of the form and its files.
    if (navigator.onLine && faultsOf({ channel, form, typed, timeZone }).length > 0) {
      form.submit();
      return;
    }
    // A form that came back may need no more than one press, for which no time is too short.
    finish(await send({ form, key: attempt.key, elapsedMs: null }));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The second click of two is the same submission.
    if (isSending) return;
    setSending(true);
    submit().catch(() => form.submit());
  });
  window.addEventListener('pageshow', () => setSending(false));
  offerDraft(form, keeps, {
    // A page that was opened with a text of its own, and no problem, is not the one whose draft waits.
    isKept: form.querySelector('#problemas') !== null && device.read() !== null,
    save,
    remove: () => device.remove(),
    discard: () => {
      removeDrafts();
      // Its address leads to the empty form.
      window.location.assign(form.action);
    },
  });
}

/** What came back after an attempt with an unknown end carries its key: sent unchanged it is the same submission. */
function carriedAttempt(form: HTMLFormElement): Attempt | null {
  const key = new FormData(form).get('chave');
  return typeof key === 'string' && key !== '' ? { key, content: JSON.stringify(typedForm(form)) } : null;
}

/** The sentence of a form without an answer is in the page; another one takes its place. */
function showNotice(form: HTMLFormElement, notice: string | null): void {
  const part = form.querySelector<HTMLElement>('[data-nao-enviado]');
  if (part === null) return;
  if (notice !== null) part.querySelector('p')?.replaceChildren(notice);
  form.querySelector('#problemas')?.remove();
  part.hidden = false;
  part.focus();
}

interface DraftActions {
  readonly isKept: boolean;
  readonly save: () => void;
  readonly remove: () => void;
  readonly discard: () => void;
}

function offerDraft(form: HTMLFormElement, keeps: HTMLInputElement | null, { isKept, save, remove, discard }: DraftActions): void {
  const offer = form.querySelector<HTMLElement>('[data-guardar-rascunho]');
  if (offer === null || keeps === null) return;
  keeps.checked = isKept;
  keeps.addEventListener('change', () => (keeps.checked ? save() : remove()));
  form.addEventListener('input', ({ target }) => {
    if (keeps.checked && target !== keeps) save();
  });
  offer.querySelector('button')?.addEventListener('click', discard);
  offer.hidden = false;
}
