/**
 * What a citizen has typed, kept on their own device: in this tab after a failed attempt, and longer only where they ask for it. Files are never
 * kept, and nothing of it is sent before the form is.
 */
import type { TypedForm } from '../../../shared/cases/case-form.ts';
import type { Channel } from '../../../shared/cases/vocabulary.ts';

export interface Draft {
  readonly typed: TypedForm;
  /** Key of the last attempt and what was sent with it, so that a repetition is the same submission. */
  readonly attempt: Attempt | null;
}

export interface Attempt {
  readonly key: string;
  readonly content: string;
}

interface Kept extends Draft {
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface DraftStore {
  read(): Draft | null;
  write(draft: Draft): void;
  remove(): void;
}

/** Milliseconds: a week. */
const LIFE_MS = 7 * 24 * 60 * 60 * 1_000;

/** Returns the name of a channel's draft. A form that carries it in `data-rascunho` is started where a draft waits. */
export function draftName(channel: Channel): string {
  return `rascunho-${channel}`;
}

/** Makes the store of one channel's draft. A device that stores nothing has none. */
export function draftStore(channel: Channel, storage: () => Storage, now: () => number): DraftStore {
  const name = draftName(channel);
  const quietly = <Value>(use: (store: Storage) => Value): Value | null => {
    try {
      return use(storage());
    } catch {
      // Storage may be blocked or full: the form works without.
      return null;
    }
  };
  return {
    read: () =>
      quietly((store) => {
        const text = store.getItem(name);
        if (text === null) return null;
        const kept = parseKept(text);
        if (kept !== null && kept.until > now()) return kept;
        store.removeItem(name);
        return null;
      }),
    write: (draft) => {
      quietly((store) => store.setItem(name, JSON.stringify({ ...draft, until: now() + LIFE_MS } satisfies Kept)));
    },
    remove: () => {
      quietly((store) => store.removeItem(name));
    },
  };
}

function parseKept(text: string): Kept | null {
  const kept: unknown = JSON.parse(text);
  return isKept(kept) ? kept : null;
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'typed' in value && 'until' in value && typeof value.until === 'number';
}

/** Fields that are no part of what the citizen says. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['chave', 'tempo', 'site']);

/** Returns the texts of a form, without its files. */
export function typedForm(form: HTMLFormElement): TypedForm {
  const typed: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && !OWN_FIELDS.has(name)) typed[name] = value;
  return typed;
}

/** Puts a draft into the fields that are still empty: what is there was typed later. */
export function fillForm(form: HTMLFormElement, typed: TypedForm): void {
  for (const [name, value] of Object.entries(typed)) {
    const control = form.elements.namedItem(name);
    if (control instanceof RadioNodeList) {
      if (control.value === '') control.value = value;
    } else if (control instanceof HTMLInputElement && control.type === 'radio') {
      control.checked ||= control.value === value;
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) {
      if (control.value === '') control.value = value;
    }
  }
}
