/** What the staff writes for a case that is not registered yet: the person's data are in it, so it is kept sealed in this browser and nowhere else. */
import { use, useEffect, useRef, useState } from 'react';
import { useGetIdentity } from 'react-admin';
import { CaseDraftsContext } from '../../session/contexts.ts';
import type { StepValues } from '../step-fields.ts';

interface Attempt {
  readonly key: string;
  readonly content: string;
}

interface Kept {
  readonly values: StepValues;
  readonly attempt: Attempt | null;
}

export interface RegistrationText {
  readonly values: StepValues;
  readonly isRestored: boolean;
  readonly change: (values: StepValues) => void;
  /** Returns the key of this content: the one of the attempt before where nothing has changed since. */
  readonly keyOf: (content: string) => string;
  /** Forgets what was written, and begins with `first`. */
  readonly clear: () => void;
}

/** Keeps the values of the form. @param first what an empty form begins with */
export function useRegistrationText(first: StepValues): RegistrationText {
  const browser = use(CaseDraftsContext)?.browser ?? null;
  const { identity } = useGetIdentity();
  const name = identity === undefined ? null : `rascunho:${String(identity.id)}:registro`;
  const [values, setValues] = useState(first);
  const [isRestored, setRestored] = useState(false);
  const attempt = useRef<Attempt | null>(null);
  const hasWritten = useRef(false);
  useEffect(() => {
    if (browser === null || name === null) return;
    let isShown = true;
    Promise.resolve(browser.getItem(name)).then(
      (text) => {
        // A person who has begun to write meanwhile keeps the own words.
        if (!isShown || hasWritten.current || text === null) return;
        const kept = JSON.parse(text) as Kept;
        attempt.current = kept.attempt;
        setValues(kept.values);
        setRestored(true);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [browser, name]);
  const keep = (next: StepValues): void => {
    if (browser !== null && name !== null) browser.setItem(name, JSON.stringify({ values: next, attempt: attempt.current } satisfies Kept));
  };
  return {
    values,
    isRestored,
    change: (next) => {
      hasWritten.current = true;
      setValues(next);
      keep(next);
    },
    keyOf: (content) => {
      if (attempt.current?.content !== content) attempt.current = { key: randomKey(), content };
      keep(values);
      return attempt.current.key;
    },
    clear: () => {
      attempt.current = null;
      hasWritten.current = false;
      setRestored(false);
      setValues(first);
      if (browser !== null && name !== null) browser.removeItem(name);
    },
  };
}

/** A random UUID (RFC 9562 §5.4); `crypto.randomUUID` is there on https alone. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
