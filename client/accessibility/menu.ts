/**
 * Keyboard and closing behaviour of the `<details>` menus (`[data-menu]`). Without this module they still open and close; with it Escape,
 * the arrows, Home and End work, and a panel that floats over the page closes when the attention goes elsewhere.
 */

const OPEN_PANELS = '[data-menu] details[open]';

/** Closes the floating panels that do not contain `alvo`, which was clicked or received the focus. */
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
function isFloating(panel: HTMLDetailsElement): boolean {
  const list = panel.lastElementChild;
  return list !== null && getComputedStyle(list).position === 'absolute';
}

/** Handles the keys of a menu. Tab keeps its meaning: every link stays reachable with it. */
export function handleMenuKey(document: Document, event: KeyboardEvent): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Escape') {
    handleEscape(document, focused);
    return;
  }
  const menu = focused.closest<HTMLElement>('[data-menu]');
  const next = menu === null ? null : nextItem(menu, focused, event.key);
  if (next === null) return;
  event.preventDefault();
  next.focus();
}

function handleEscape(document: Document, focused: HTMLElement): void {
  const inMenu = focused.closest('[data-menu]') !== null || focused.closest('details[data-gatilho]') !== null;
  if (!inMenu) {
    for (const panel of document.querySelectorAll<HTMLDetailsElement>(OPEN_PANELS)) if (isFloating(panel)) panel.open = false;
    return;
  }
  const openPanel =
    focused.closest<HTMLDetailsElement>('[data-menu] details[open]') ??
    document.querySelector<HTMLDetailsElement>('details[data-gatilho][open]');
  if (openPanel === null) return;
  openPanel.open = false;
  openPanel.querySelector('summary')?.focus();
}

function nextItem(menu: HTMLElement, focused: HTMLElement, key: string): HTMLElement | null {
  const topItems = [...menu.querySelectorAll<HTMLElement>('[data-menu-topo]')].filter(isVisible);
  const panel = focused.closest('details');
  const items = panel === null ? [] : [...panel.querySelectorAll<HTMLElement>('a[href]')].filter(isVisible);
  const onTop = focused.hasAttribute('data-menu-topo');
  switch (key) {
    case 'ArrowRight':
      return neighbour(topItems, onTop ? focused : topItemOf(panel), 1);
    case 'ArrowLeft':
      return neighbour(topItems, onTop ? focused : topItemOf(panel), -1);
    case 'ArrowDown':
      return onTop ? firstOfPanel(panel) : neighbour(items, focused, 1);
    case 'ArrowUp':
      return onTop ? null : focused === items[0] ? topItemOf(panel) : neighbour(items, focused, -1);
    case 'Home':
      return (onTop ? topItems : items)[0] ?? null;
    case 'End':
      return (onTop ? topItems : items).at(-1) ?? null;
    default:
      return null;
  }
}

function firstOfPanel(panel: HTMLDetailsElement | null): HTMLElement | null {
  if (panel === null) return null;
  panel.open = true;
  return panel.querySelector<HTMLElement>('a[href]');
}

function topItemOf(panel: HTMLDetailsElement | null): HTMLElement | null {
  return panel?.querySelector<HTMLElement>('[data-menu-topo]') ?? null;
}

/** Returns the next element in the given direction, from the last to the first; null when `current` is not in the list. */
function neighbour(list: readonly HTMLElement[], current: HTMLElement | null, step: 1 | -1): HTMLElement | null {
  const index = current === null ? -1 : list.indexOf(current);
  return index === -1 ? null : (list[(index + step + list.length) % list.length] ?? null);
}

function isVisible(element: HTMLElement): boolean {
  return element.offsetParent !== null;
}
