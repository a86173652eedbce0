/** Finds the fixed parts in the HTML of a page that was rendered whole. A part whose markup is not the expected one is left out. */
import { FIXED_PART_ATTRIBUTE, type FixedPartName, type FixedPartsHtml } from './fixed-parts-context.ts';

/** The beginning and the end of an element that holds no other of its kind. */
interface Element {
  readonly opening: string;
  readonly closing: string;
}

/** Bar and main menu come before all content of a page, the menu of the transparency area and the footer after it. */
const BAR: Element = { opening: '<section aria-label="Acessibilidade"', closing: '</section>' };
const MENU: Element = { opening: '<nav aria-label="Menu principal"', closing: '</nav>' };
const LAI_MENU: Element = { opening: '<nav aria-label="Seções da transparência"', closing: '</nav>' };
const FOOTER: Element = { opening: '<footer id="rodape"', closing: '</footer>' };

/**
 * Routes whose own content has fixed parts. What these parts say is text that React escapes, and no editor's HTML, which could imitate
 * their marks, stands before them.
 */
export const ROUTES_WITH_PARTS: ReadonlySet<string> = new Set(['inicio']);

/** Returns the inner HTML of the fixed parts of a route's page, as copies: a part that is a slice of the page would keep all of it in memory. */
export function fixedPartsOf(html: string, routeId: string): FixedPartsHtml {
  const content = html.indexOf('<main');
  const beforeContent = (element: Element): string | null => innerHtml(html, element, html.indexOf(element.opening), content);
  const end = html.lastIndexOf('</main>');
  const afterContent = (element: Element): string | null => {
    const at = html.lastIndexOf(element.opening);
    return at < end ? null : innerHtml(html, element, at, html.length);
  };
  const block = (name: FixedPartName): string | null => (ROUTES_WITH_PARTS.has(routeId) ? innerHtmlOfBlock(html, name) : null);
  const parts = {
    barra: beforeContent(BAR),
    menu: beforeContent(MENU),
    menuLai: afterContent(LAI_MENU),
    rodape: afterContent(FOOTER),
    atalhos: block('atalhos'),
    atendimento: block('atendimento'),
  };
  return structuredClone(Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null)));
}

/** Returns what is inside the element that begins at `at`, or null when it does not begin before `limit` or does not end. */
function innerHtml(html: string, { closing }: Element, at: number, limit: number): string | null {
  if (at === -1 || at > limit) return null;
  // React escapes `>` in attributes.
  const start = html.indexOf('>', at) + 1;
  const end = html.indexOf(closing, start);
  return end === -1 ? null : html.slice(start, end);
}

function innerHtmlOfBlock(html: string, name: FixedPartName): string | null {
  const at = html.indexOf(`<div ${FIXED_PART_ATTRIBUTE}="${name}"`);
  if (at === -1) return null;
  const start = html.indexOf('>', at) + 1;
  let open = 1;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<(\/?)div[ >]/g)) {
    open += tag.startsWith('</') ? -1 : 1;
    if (open === 0) return html.slice(start, start + index);
  }
  return null;
}
