/** Looks at a page in every theme of the site, and in the window and the letters of who enlarges most. */
import type { Page } from 'playwright-core';
import { axeViolations, FRAME, RULES_OF_COLOUR, transitionsEnd } from '../pages.ts';
import { cutTexts } from './first-screen.ts';
import { smallTargets } from './targets.ts';

const NAMES_OF_COLOUR = Object.keys(RULES_OF_COLOUR);

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
  /** Rules of axe that are left out. */
  readonly not?: readonly string[];
  /** Looks of texts that were checked on earlier pages, which this call adds to. Most of a page's texts look like some of another page. */
  readonly checked?: Set<string>;
}

/** Returns what axe finds in every theme: by all rules in the light one, by those of colour in the others. */
export async function faultsInThemes(page: Page, part: Part): Promise<readonly string[]> {
  const checked = part.checked ?? new Set();
  // A colour that is still changing would be measured between the two.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = [...(await axeFaults(page, { ...part, checked }))];
  for (const theme of [DARK, HIGH_CONTRAST, HIGH_CONTRAST_ON_WHITE, ...(part.part === 'page' ? [FORCED] : [])]) {
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none', ...theme });
    const name = JSON.stringify(theme);
    const found = await faultsOfColour(page, { ...part, checked, theme: name });
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' });
  return faults;
}

/**
 * Returns what axe finds in the theme of now. Colours are looked at only in texts that look like none `checked`: for them axe works out what
 * lies over what on the whole page, half of its work.
 */
export async function axeFaults(page: Page, part: Part): Promise<readonly string[]> {
  const { within = 'html', script = false, not = [] } = part;
  const isNew = await marksUnchecked(page, { ...part, theme: 'light' });
  return axeViolations(page, { ...frameOf(part), within, script, not: isNew ? not : [...NAMES_OF_COLOUR, ...not], colourOf: UNCHECKED });
}

async function faultsOfColour(page: Page, part: Part & { readonly theme: string }): Promise<readonly string[]> {
  const { script = false } = part;
  if (!(await marksUnchecked(page, part))) return [];
  return axeViolations(page, { ...frameOf(part), script, within: `[${UNCHECKED}]`, only: NAMES_OF_COLOUR, colourOf: UNCHECKED });
}

/** Marks the texts that look like none `checked`, which they are from now on. Returns whether there are any. */
async function marksUnchecked(page: Page, part: Part & { readonly theme: string }): Promise<boolean> {
  const { theme, within = 'html', script = false, checked = new Set() } = part;
  if (script) await page.evaluate(transitionsEnd);
  const without = part.part === 'page' ? null : FRAME;
  const looks = await page.evaluate(markUnchecked, { theme, checked: [...checked], within, without, mark: UNCHECKED });
  for (const look of looks) checked.add(look);
  return looks.length > 0;
}

const frameOf = ({ part }: Part): { readonly without?: 'frame' } => (part === 'page' ? {} : { without: 'frame' });

/** The attribute of elements whose look was not checked before. */
const UNCHECKED = 'data-conferir';

interface Marking {
  readonly theme: string;
  readonly checked: readonly string[];
  /** Selectors of the part that axe looks at, and of the parts of it that it leaves out. */
  readonly within: string;
  readonly without: string | null;
  /** The attribute that says so. */
  readonly mark: string;
}

/**
 * Runs in a page. Marks the elements whose look was not checked, and returns their looks: of what axe's rules of colour look at, the
 * colours and the size of the text, those of its block, and the grounds below it.
 */
function markUnchecked({ theme, checked, within, without, mark }: Marking): readonly string[] {
  const known = new Set(checked);
  const grounds = new Map<Element | null, string>([[null, theme]]);
  const groundOf = (element: Element | null): string => {
    let ground = grounds.get(element);
    if (ground === undefined && element !== null) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      // What is placed may stand over other parts, which are the same wherever its class is used.
      const place = position === 'static' ? '' : ` ${element.getAttribute('class')}`;
      ground = `${groundOf(element.parentElement)}${own === 'rgba(0, 0, 0, 0) none 1' ? '' : `/${own}`}${place}`;
      grounds.set(element, ground);
    }
    return ground ?? '';
  };
  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
    const around = element.matches('a') ? element.parentElement : null;
    const block = around === null ? '' : `${getComputedStyle(around).color} ${hasText(around)}`;
    return [element.matches(':disabled'), color, fontSize, fontWeight, textDecorationLine, block, groundOf(element)].join();
  };
  const looks = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute(mark);
    const isLookedAt = element.closest(within) !== null && (without === null || element.closest(without) === null);
    if (!isLookedAt || !hasText(element) || !element.checkVisibility()) continue;
    const look = lookOf(element);
    if (known.has(look)) continue;
    looks.add(look);
    // Axe names the element by it.
    element.setAttribute(mark, element.textContent.trim().slice(0, 30));
  }
  return [...looks];
}

/** Returns what is cut, too wide or too small in a window of 1280 x 1024 px enlarged to 400 % (WCAG 2.2, 1.4.10), also in the largest letters. */
export async function faultsOfZoom(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 320, height: 256 });
  const faults = [...(await cutTexts(page)), ...(await smallTargets(page))];
  return faults.map((fault) => `at 400 %: ${fault}`);
}
