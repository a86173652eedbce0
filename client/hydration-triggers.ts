/** When a document needs the application. Reading, scrolling, menus, folds and links that are simply followed do not. */
import { SESSION_BLOCK_ID } from '../shared/builds/block-names.ts';
import { OLD_TOKEN_KEY, readEntry, SESSION_KEY } from '../shared/session/session-entries.ts';

/**
 * Forms that are checked before they are sent, and controls of the application. Buttons of the frame (`data-acao`), forms that the server alone reads
 * (`data-sem-aplicacao`) and buttons that open an explanation work by themselves.
 */
const CONTROLS =
  'form[method="post"]:not([data-sem-aplicacao]), main button[type="button"]:not([data-acao], [popovertarget]), [data-iniciar]';

/** A part that shows nothing true before the application runs. */
const AT_ONCE = '[data-iniciar="logo"]';

type Signal = Promise<void>;

/** Resolves when a mouse or the keyboard stands on a link. A finger follows it at once, and the browser loads its page. */
export function whenLinkIsConsidered(document: Document): Signal {
  return whenMeant(document, 'pointerover', (target, event) => {
    const link = target.closest('a[href]:not([href^="#"])');
    return link !== null && (event instanceof PointerEvent ? event.pointerType === 'mouse' : link.matches(':focus-visible'));
  });
}

/** Resolves when a control of a form or of an application part is touched or gets the focus. */
export function whenControlIsUsed(document: Document): Signal {
  return whenMeant(document, 'pointerdown', (target) => target.closest(CONTROLS) !== null);
}

/** Resolves at the first event of this name, or focus, that `isMeant` takes for a sign, and listens no longer. */
function whenMeant(document: Document, name: string, isMeant: (target: Element, event: Event) => boolean): Signal {
  return new Promise((resolve) => {
    const found = new AbortController();
    const look = (event: Event): void => {
      if (!(event.target instanceof Element && isMeant(event.target, event))) return;
      found.abort();
      resolve();
    };
    for (const each of [name, 'focusin']) document.addEventListener(each, look, { passive: true, signal: found.signal });
  });
}

/**
 * Resolves where the document needs the application without an interaction: a user has signed in, here or in another tab, a draft waits to
 * be put into its form, or a part asks for it.
 */
export function whenNeededAtOnce(window: Window): Signal {
  const { document } = window;
  return new Promise((resolve) => {
    const found = new AbortController();
    const look = (): void => {
      const hasDraft = [...document.querySelectorAll<HTMLElement>('form[data-rascunho]')].some(({ dataset }) =>
        keeps(window, dataset['rascunho']),
      );
      if (!hasDraft && !isSession(window) && document.querySelector(AT_ONCE) === null) return;
      found.abort();
      resolve();
    };
    for (const name of ['storage', 'pageshow']) window.addEventListener(name, look, { signal: found.signal });
    look();
  });
}

function isSession(window: Window): boolean {
  const mayBeSignedIn = readEntry(window, SESSION_KEY) !== null || readEntry(window, OLD_TOKEN_KEY) !== null;
  return mayBeSignedIn || window.document.getElementById(SESSION_BLOCK_ID) !== null;
}

function keeps(window: Window, name = ''): boolean {
  try {
    return window.localStorage.getItem(name) !== null || window.sessionStorage.getItem(name) !== null;
  } catch {
    // Where storage is blocked no draft was kept.
    return false;
  }
}
