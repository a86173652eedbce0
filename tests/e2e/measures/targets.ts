/** Measures the size of what a finger must hit (WCAG 2.2, 2.5.8). */
import type { Page } from 'playwright-core';

/** Returns the controls of an open page that are smaller than 24 px and stand too near to another one, but for links inside a sentence. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const LEAST = 24;
    interface Target {
      readonly element: Element;
      /** A link that is broken into lines has one for each. */
      readonly boxes: readonly DOMRect[];
      readonly isSmall: boolean;
    }
    const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="option"], [tabindex="0"]';
    /** A word of a sentence is as high as its line. */
    const isInSentence = (element: Element): boolean =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
      );
    const targets = [...document.querySelectorAll(CONTROLS)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null)
      .map((element): Target => {
        // The words of a field are a target of the field.
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
        const boxes = [...element.getClientRects(), ...(label?.contains(element) ? label.getClientRects() : [])].filter(
          ({ width, height }) => width > 1 && height > 1,
        );
        return { element, boxes, isSmall: !boxes.some(({ width, height }) => width >= LEAST - 0.5 && height >= LEAST - 0.5) };
      })
      .filter(({ boxes }) => boxes.length > 0);
    const centre = ({ left, right, top, bottom }: DOMRect): readonly [number, number] => [(left + right) / 2, (top + bottom) / 2];
    const isNear = (one: DOMRect, other: Target): boolean => {
      const [x, y] = centre(one);
      return other.boxes.some((box) => {
        const [otherX, otherY] = centre(box);
        const distance = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
        return distance < LEAST / 2 || (other.isSmall && Math.hypot(otherX - x, otherY - y) < LEAST);
      });
    };
    return targets
      .filter(({ element, isSmall }) => isSmall && !isInSentence(element))
      .flatMap(({ element, boxes }) => {
        const near = targets.find(
          (other) =>
            other.element !== element &&
            !other.element.contains(element) &&
            !element.contains(other.element) &&
            boxes.some((box) => isNear(box, other)),
        );
        if (near === undefined) return [];
        const { width = 0, height = 0 } = boxes[0] ?? {};
        const nameOf = (named: Element): string =>
          `${named.tagName.toLowerCase()}.${named.getAttribute('class')} "${(named.textContent ?? '').trim().slice(0, 30)}"`;
        return [`${nameOf(element)} has ${Math.round(width)} x ${Math.round(height)} px beside ${nameOf(near.element)}`];
      });
  });
}
