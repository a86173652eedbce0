/** Looks at a page in every theme of the site, and in the window and the letters of who enlarges most. */
import type { Page } from 'playwright-core';
import { axeViolations } from '../pages.ts';
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
}

/** Returns what axe finds: by all rules in the light theme, by those of colour in the others. */
export async function faultsInThemes(page: Page, { part, within = 'html', script = false }: Part): Promise<readonly string[]> {
  const axe = part === 'page' ? { script, within } : ({ script, within, without: 'frame' } as const);
  // A colour that is still changing would be measured between the two.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = [...(await axeViolations(page, axe))];
  for (const theme of [DARK, HIGH_CONTRAST, HIGH_CONTRAST_ON_WHITE, ...(part === 'page' ? [FORCED] : [])]) {
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none', ...theme });
    const found = await axeViolations(page, { ...axe, only: RULES_OF_COLOUR });
    faults.push(...found.map((fault) => `${JSON.stringify(theme)}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' });
  return faults;
}

/** Returns what is cut, too wide or too small in a window of 1280 x 1024 px enlarged to 400 % (WCAG 2.2, 1.4.10), also in the largest letters. */
export async function faultsOfZoom(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 320, height: 256 });
  const faults = [...(await cutTexts(page)), ...(await smallTargets(page))];
  return faults.map((fault) => `at 400 %: ${fault}`);
}
