/**
 * Closing behaviour of the `<details>` menus (`[data-menu]`). Without this module they still open and close; with it a panel that floats over
 * the page closes when the attention goes elsewhere.
 */

/** The folded parts of the frame, whose keys are in a module of their own. */
export const FOLDED_PARTS = '[data-menu], details[data-gatilho]';

export const OPEN_PANELS = '[data-menu] details[open]';

/** Closes the floating panels that do not contain `target`, which was clicked or received the focus. */
export function closeOutside(document: Document, target: EventTarget | null): void {
  const element = target instanceof Element ? target : null;
  for (const panel of document.querySelectorAll<HTMLDetailsElement>(OPEN_PANELS))
    if (!panel.contains(element) && isFloating(panel)) panel.open = false;
}

/** Closes the menus after a click on a link inside one; after a navigation without page load they would stay open over the new page. */
export function closeAfterFollowing(document: Document, target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest('[data-menu] a[href]') : null;
  if (link === null) return;
  for (const panel of document.querySelectorAll<HTMLDetailsElement>(`${OPEN_PANELS}, details[data-gatilho][open]`)) panel.open = false;
}

/** True for a panel that floats over the page. Panels on phones push the page down, and closing one would shift the text, so they stay open. */
export function isFloating(panel: HTMLDetailsElement): boolean {
  const list = panel.lastElementChild;
  return list !== null && getComputedStyle(list).position === 'absolute';
}
