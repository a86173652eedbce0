/** The form in the browser: checks before it is sent, keeps what was typed, and sends it once. Without it the form posts as it is. */
import { type RefObject, type SubmitEvent, startTransition, useEffect, useRef, useState } from 'react';
import type { FieldError } from '../../../shared/cases/case-form.ts';
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import type { Channel } from '../../../shared/cases/vocabulary.ts';
import { type Attempt, type DraftStore, draftStore, fillForm, typedForm } from './draft.ts';
import type { SendOutcome } from './send.ts';

export interface FormOutcome {
  readonly errors: readonly FieldError[];
  readonly notices: readonly string[];
}

export interface SubmissionOfForm extends FormOutcome {
  readonly isSending: boolean;
  readonly keepsDraft: boolean;
  readonly setKeepsDraft: (keeps: boolean) => void;
  readonly discardDraft: () => void;
  readonly onInput: () => void;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

const NOTHING: FormOutcome = { errors: [], notices: [] };

type Sender = typeof import('./send.ts');

/** A part that cannot be loaded must not reload the page, which would lose what was typed. */
async function loadSender(): Promise<Sender> {
  const keepPage = (event: Event): void => event.preventDefault();
  window.addEventListener('vite:preloadError', keepPage);
  try {
    return await import('./send.ts');
  } finally {
    window.removeEventListener('vite:preloadError', keepPage);
  }
}

interface Drafts {
  /** Where its owner asked for it. */
  readonly device: DraftStore;
  /** Until the tab is closed. */
  readonly tab: DraftStore;
}

export function useSubmission(channel: Channel, timeZone: string, form: RefObject<HTMLFormElement | null>): SubmissionOfForm {
  const [outcome, setOutcome] = useState(NOTHING);
  const [isSending, setIsSending] = useState(false);
  const [keepsDraft, setKeepsDraft] = useState(false);
  const shownAt = useRef(0);
  const attempt = useRef<Attempt | null>(null);
  const sending = useRef(false);
  const isPrepared = useRef(false);
  const drafts = useRef<Drafts | null>(null);
  useEffect(() => {
    const own: Drafts = {
      device: draftStore(channel, () => window.localStorage, Date.now),
      tab: draftStore(channel, () => window.sessionStorage, Date.now),
    };
    drafts.current = own;
    shownAt.current = performance.now();
    const onDevice = own.device.read();
    const draft = onDevice ?? own.tab.read();
    startTransition(() => setKeepsDraft(onDevice !== null));
    if (draft !== null && form.current !== null) {
      attempt.current = draft.attempt;
      fillForm(form.current, draft.typed);
    }
    const again = (): void => {
      sending.current = false;
      setIsSending(false);
    };
    window.addEventListener('pageshow', again);
    return () => window.removeEventListener('pageshow', again);
  }, [channel, form]);

  const save = (store: 'device' | 'tab'): void => {
    if (form.current !== null) drafts.current?.[store].write({ typed: typedForm(form.current), attempt: attempt.current });
  };
  const removeDrafts = (): void => {
    drafts.current?.device.remove();
    drafts.current?.tab.remove();
  };
  const finish = (result: SendOutcome | { readonly kind: 'offline' }): void => {
    if (result.kind === 'registered') {
      removeDrafts();
      // Back leads to no form with what was written: the same machine may have another person at it next.
      window.location.replace(result.page);
      return;
    }
    if (result.kind === 'handedOver') {
      form.current?.submit();
      return;
    }
    sending.current = false;
    setIsSending(false);
    save(keepsDraft ? 'device' : 'tab');
    if (result.kind === 'unsent') setOutcome({ errors: [], notices: [CASE_MESSAGES.semConexao] });
    else if (result.kind === 'offline') setOutcome({ errors: [], notices: [CASE_MESSAGES.semInternet] });
    else setOutcome({ errors: result.errors, notices: result.notice === null ? [] : [result.notice] });
  };
  const submit = async (element: HTMLFormElement): Promise<void> => {
    const sender = await loadSender();
    const typed = typedForm(element);
    const errors = sender.faultsOf({ channel, form: element, typed, timeZone });
    if (errors.length > 0) {
      finish({ kind: 'faulty', errors, notice: null });
      return;
    }
    const content = JSON.stringify(typed);
    if (attempt.current?.content !== content) attempt.current = { key: crypto.randomUUID(), content };
    // Before it is sent, so that a page that is left meanwhile has it.
    save(keepsDraft ? 'device' : 'tab');
    const elapsedMs = performance.now() - shownAt.current;
    finish(await sender.send({ form: element, key: attempt.current.key, elapsedMs }));
  };
  return {
    ...outcome,
    isSending,
    keepsDraft,
    setKeepsDraft: (keeps) => {
      setKeepsDraft(keeps);
      if (keeps) save('device');
      else drafts.current?.device.remove();
    },
    discardDraft: () => {
      removeDrafts();
      setKeepsDraft(false);
      attempt.current = null;
      form.current?.reset();
      // A list of its own: what was found of the chosen files goes with the form that they were chosen in.
      setOutcome({ errors: [], notices: [] });
    },
    onInput: () => {
      // It is there when the form is sent, even where the network has gone meanwhile.
      if (!isPrepared.current) loadSender().catch(() => undefined);
      isPrepared.current = true;
      if (keepsDraft) save('device');
    },
    onSubmit: (event) => {
      event.preventDefault();
      const element = event.currentTarget;
      // The second click of two is the same submission.
      if (sending.current) return;
      if (!navigator.onLine) {
        finish({ kind: 'offline' });
        return;
      }
      sending.current = true;
      setIsSending(true);
      // Without its part the form is sent as it is, and the server answers with a page.
      submit(element).catch(() => element.submit());
    },
  };
}
