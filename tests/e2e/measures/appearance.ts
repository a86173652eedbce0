/** Looks at a page in every theme of the site, and in the window and the letters of who enlarges most. */
import type { Page } from 'playwright-core';
import { axeViolations, FRAME } from '../pages.ts';
import { cutTexts } from './first-screen.ts';
import { smallTargets } from './targets.ts';

/** The rules of axe that another theme can break. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

const DARK = { colorScheme: 'dark' } as const;
/** White on black: the same colours as by the button of the bar. */
const HIGH_CONTRAST = { contrast: 'more', colorScheme: 'dark' } as const;
const HIGH_CONTRAST_ON_WHITE = { contrast: 'more' } as const;
/** The system chooses the colours, of the frame as of the content, so one page of each layout is enough. */
const FORCED = { forcedColors: 'active' } as const;

/** Unfolds every part of the page and opens its first explanation, so that what is closed at first is looked at too. Of menus that close each other the last one stays open. */
export async function openEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
    document.querySelector<HTMLElement>('[popover]')?.showPopover();
  });
}

interface Part {
  /** What has not been checked before. */
  readonly part: 'page' | 'content';
  readonly within?: string;
  readonly script?: boolean;
  /** Looks of texts that were checked on earlier pages, which this call adds to. Most of a page's texts look like some of another page. */
  readonly checked?: Set<string>;
}

/** Returns what axe finds: by all rules in the light theme, by those of colour in the others, there only in texts that look like none `checked`. */
export async function faultsInThemes(
  page: Page,
  { part, within = 'html', script = false, checked = new Set() }: Part,
): Promise<readonly string[]> {
  const axe = part === 'page' ? { script, within } : ({ script, within, without: 'frame' } as const);
  // A colour that is still changing would be measured between the two.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = [...(await axeViolations(page, axe))];
  for (const theme of [DARK, HIGH_CONTRAST, HIGH_CONTRAST_ON_WHITE, ...(part === 'page' ? [FORCED] : [])]) {
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none', ...theme });
    const name = JSON.stringify(theme);
    const looks = await page.evaluate(hideChecked, { name, checked: [...checked], within, without: part === 'page' ? null : FRAME });
    for (const look of looks) checked.add(look);
    const found = looks.length === 0 ? [] : await axeViolations(page, { ...axe, only: RULES_OF_COLOUR });
    await page.evaluate(showChecked);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' });
  return faults;
}

interface Hiding {
  /** Of the theme. */
  readonly name: string;
  readonly checked: readonly string[];
  /** Selectors of the part that axe looks at, and of the parts of it that it leaves out. */
  readonly within: string;
  readonly without: string | null;
}

/**
 * Runs in a page. Hides what holds no text but such as were checked, and returns the looks of the others: of what axe's rules of colour look
 * at, the colours and the size of the text, those of its block, and the grounds below it.
 */
function hideChecked({ name, checked, within, without }: Hiding): readonly string[] {
  const known = new Set(checked);
  const grounds = new Map<Element | null, string>([[null, name]]);
  const groundOf = (element: Element | null): string => {
    let ground = grounds.get(element);
    if (ground === undefined && element !== null) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      // What stands over other parts has them as its ground, which are the same wherever its class is used.
      const place = position === 'absolute' || position === 'fixed' ? ` ${element.getAttribute('class')}` : '';
      ground = `${groundOf(element.parentElement)}${own === 'rgba(0, 0, 0, 0) none 1' ? '' : `/${own}`}${place}`;
      grounds.set(element, ground);
    }
    return ground ?? '';
  };
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
    const block = element.matches('a') && element.parentElement !== null ? getComputedStyle(element.parentElement).color : '';
    return [element.matches(':disabled'), color, fontSize, fontWeight, textDecorationLine, block, groundOf(element)].join();
  };
  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
  const looks = new Set<string>();
  const shown = new Set<Element>();
  for (const element of document.body.querySelectorAll('*')) {
    const isLookedAt = element.closest(within) !== null && (without === null || element.closest(without) === null);
    if (!isLookedAt || !hasText(element) || !element.checkVisibility()) continue;
    const look = lookOf(element);
    if (known.has(look)) continue;
    looks.add(look);
    for (let above: Element | null = element; above !== null; above = above.parentElement) shown.add(above);
  }
  for (const element of document.body.querySelectorAll('*')) {
    const isOutermost = element.parentElement !== null && shown.has(element.parentElement);
    if (isOutermost && !shown.has(element)) element.setAttribute('data-conferido', '');
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[data-conferido] { display: none !important }');
  document.adoptedStyleSheets = [sheet];
  return [...looks];
}

/** Runs in a page. */
function showChecked(): void {
  document.adoptedStyleSheets = [];
  for (const element of document.querySelectorAll('[data-conferido]')) element.removeAttribute('data-conferido');
}

/** Returns what is cut, too wide or too small in a window of 1280 x 1024 px enlarged to 400 % (WCAG 2.2, 1.4.10), also in the largest letters. */
export async function faultsOfZoom(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 320, height: 256 });
  const faults = [...(await cutTexts(page)), ...(await smallTargets(page))];
  return faults.map((fault) => `at 400 %: ${fault}`);
}
