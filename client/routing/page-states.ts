/**
 * The page states that this document has, by address. An address names its content, so each is fetched once, and most pages share one.
 */
import { type PageStateFile, parsePageStateFile } from '../../shared/builds/page-state-file.ts';
import { deadlineSignal } from '../../shared/time/timers.ts';

/** Timeout in milliseconds. */
const DEADLINE_MS = 10_000;

export interface PageStates {
  /** Returns a page state; null when the server no longer has it or cannot be reached, and then the next call asks again. Never rejects. */
  readonly load: (href: string) => Promise<PageStateFile | null>;
  /** Forgets all of them: another user has signed in, or the user has signed out. */
  readonly clear: () => void;
}

/** Makes the page states of a document, `first` being the one that it was rendered with. */
export function createPageStates(
  fetch: typeof globalThis.fetch,
  first: { readonly href: string; readonly file: PageStateFile } | null,
): PageStates {
  const loaded = new Map<string, Promise<PageStateFile | null>>(first === null ? [] : [[first.href, Promise.resolve(first.file)]]);
  const request = async (href: string): Promise<PageStateFile | null> => {
    try {
      const response = await fetch(href, { credentials: 'same-origin', signal: deadlineSignal(DEADLINE_MS) });
      return response.ok ? parsePageStateFile(await response.json()) : null;
    } catch {
      // The caller loads the page from the server, which has the state as it is now.
      return null;
    }
  };
  return {
    load: (href) => {
      const known = loaded.get(href);
      if (known !== undefined) return known;
      const loading = request(href).then((file) => {
        if (file === null) loaded.delete(href);
        return file;
      });
      loaded.set(href, loading);
      return loading;
    },
    clear: () => loaded.clear(),
  };
}
