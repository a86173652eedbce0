/** The keys of the `<details>` menus: Escape, the arrows, Home and End. Loaded when the focus first comes into one. */
import { isFloating, OPEN_PANELS } from './menu.ts';

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
