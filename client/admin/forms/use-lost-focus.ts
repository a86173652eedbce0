/**
 * Where the focus goes when the element that had it is gone. Browsers leave it nowhere then: a screen reader falls silent, and the next key acts on
 * the document.
 */
import { useEffect, useRef } from 'react';

/**
 * Gives the focus to what `next` returns after a change of `state` with which the focused element went: the button of a row that was removed, or of
 * a step that was taken. Nothing happens where the focus is still somewhere.
 */
export function useLostFocus(state: unknown, next: () => HTMLElement | null | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state && document.activeElement === document.body) next()?.focus();
    before.current = state;
  });
}

/** Returns the first input of the form that an element is in. */
export function firstInputAround(element: HTMLElement | null): HTMLElement | null | undefined {
  return element?.closest('form')?.querySelector('input');
}
