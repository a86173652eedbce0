/** The end of a navigation, in the document itself. */

export interface Arrival {
  /** Fragment with its `#`, or empty. */
  readonly hash: string;
  /** True when only the fragment changed: the browser has moved already. */
  readonly samePage: boolean;
  /** Where this history entry was scrolled to before, or null for the top. */
  readonly savedY: number | null;
  readonly document: Document;
}

/** Moves scroll and focus as a page load would, and returns the title to announce, or null when there is none. */
export function arriveAt({ hash, samePage, savedY, document }: Arrival): string | null {
  const view = document.defaultView;
  const target = hash === '' ? null : document.getElementById(decodeFragment(hash.slice(1)));
  if (target !== null) unfoldAround(target);
  if (savedY !== null) view?.scrollTo({ top: savedY, behavior: 'instant' });
  else if (target !== null) target.scrollIntoView({ behavior: 'instant' });
  else if (!samePage || hash === '') view?.scrollTo({ top: 0, behavior: 'instant' });
  if (samePage) return null;
  focusWithoutScroll(target ?? document.querySelector('h1'));
  return document.title;
}

/** Browsers unfold what the target of an address lies in only when they navigate themselves. */
function unfoldAround(target: Element): void {
  for (let fold = target.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) fold.open = true;
}

function focusWithoutScroll(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  // A heading takes the focus only when it may; -1 keeps it out of the order of the Tab key.
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Not an encoding: then it is the name itself.
    return fragment;
  }
}
