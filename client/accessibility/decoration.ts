/**
 * Pictures that only decorate are shown once they are loaded: until then, and where they do not load, the colour below them stands. Without
 * script they are shown as they arrive.
 */

/** Selects the pictures themselves; the style of the page header hides those that are not ready. */
const DECORATION = 'img[data-enfeite]';

export function installDecoration(document: Document): void {
  // `load` does not bubble.
  document.addEventListener('load', ({ target }) => show(target), { capture: true });
  for (const picture of document.querySelectorAll<HTMLImageElement>(DECORATION)) if (picture.complete) show(picture);
}

/** One frame paints the page without the picture, and only the next one may show it: the words are the largest thing that is painted first. */
function show(target: EventTarget | null): void {
  if (!(target instanceof HTMLImageElement) || !target.matches(DECORATION)) return;
  requestAnimationFrame(() => requestAnimationFrame(() => target.setAttribute('data-pronta', '')));
}
