/** Opens pages for the browser tests and records errors, warnings and failed requests. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export interface OpenOptions {
  readonly script?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly contrast?: 'more';
  readonly forcedColors?: 'active';
  readonly reducedMotion?: 'reduce';
  /** Of the browser's clock. */
  readonly timezoneId?: string;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings, uncaught errors, failed requests, answers of 400 and more, and policy violations. */
  readonly troubles: string[];
  /** `METHOD path` of each request, in order. */
  readonly requests: string[];
  /** Requests that are under way. */
  readonly inFlight: ReadonlySet<unknown>;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.0 to 2.2, levels A and AA. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules of axe that another theme can break, and the elements that axe has them for. */
export const RULES_OF_COLOUR = { 'color-contrast': ['*'], 'link-in-text-block': ['a[href]', '[role=link]'] } as const;

/** A context whose pages may be opened one after the other; they share the browser's cache, as a visitor's do. */
export async function newContext(browser: Browser, options: OpenOptions = {}): Promise<BrowserContext> {
  const { colorScheme = 'light', contrast, forcedColors, reducedMotion, timezoneId, script = true, width = 1280, height = 900 } = options;
  const wanted: BrowserContextOptions = {
    javaScriptEnabled: script,
    viewport: { width, height },
    colorScheme,
    locale: 'pt-BR',
    // What a worker answers can be neither held back nor counted here; its own tests let it in.
    serviceWorkers: 'block',
  };
  const context = await browser.newContext({
    ...wanted,
    ...(contrast === undefined ? {} : { contrast }),
    ...(forcedColors === undefined ? {} : { forcedColors }),
    ...(reducedMotion === undefined ? {} : { reducedMotion }),
    ...(timezoneId === undefined ? {} : { timezoneId }),
  });
  if (script) {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        reportError(new Error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`));
      });
    });
  }
  return context;
}

/** Opens an empty page in a context of its own that records its troubles. */
export async function newVisit(browser: Browser, options: OpenOptions = {}): Promise<Visit> {
  const context = await newContext(browser, options);
  return { ...(await visitIn(context)), [Symbol.asyncDispose]: () => context.close() };
}

/** The browser's own clock keeps its zone. */
export type VisitOptions = Omit<OpenOptions, 'timezoneId'>;

/**
 * Visits that wait for their next test, with script and without; they end with the browser of their file. A page of a new context is a
 * process of its own, which starts, compiles everything and fetches everything once more: more processor time than most tests need for the
 * rest. All that a page keeps from the tests before is the browser's cache. Tests that count requests, add a script to every document, or
 * stop the clock take a new page.
 */
const idle = new WeakMap<Browser, { readonly withScript: Visit[]; readonly without: Visit[] }>();

/** Opens an idle page in the appearance that is asked for, without anything that it has recorded; a new one where none is idle. It becomes idle again at the end. */
export async function visitAgain(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const { script = true, width = 1280, height = 900, colorScheme = 'light' } = options;
  const { contrast = 'no-preference', forcedColors = 'none', reducedMotion = 'no-preference' } = options;
  const pools = idle.get(browser) ?? { withScript: [], without: [] };
  idle.set(browser, pools);
  const pool = script ? pools.withScript : pools.without;
  const visit = pool.pop() ?? (await newVisit(browser, { script }));
  await visit.page.setViewportSize({ width, height });
  await visit.page.emulateMedia({ media: 'screen', colorScheme, contrast, forcedColors, reducedMotion });
  visit.troubles.length = 0;
  visit.requests.length = 0;
  const putBack = async (): Promise<void> => {
    await leave(visit);
    pool.push(visit);
  };
  return { ...visit, [Symbol.asyncDispose]: putBack };
}

/** Ends what the document is loading, and removes what it has stored. It stays open: an empty document in between would end its process. */
async function leave({ page, context }: Visit): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // What a test has written into an empty page has no storage.
  if (page.url() !== 'about:blank') {
    await page.evaluate(() => {
      window.stop();
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  await context.clearCookies();
}

/** Opens an empty page that records its troubles; only the page is closed at the end. */
export async function visitIn(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage();
  const troubles: string[] = [];
  const requests: string[] = [];
  const inFlight = new Set<unknown>();
  page.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    inFlight.add(request);
    requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => {
    inFlight.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page cancels what it was still loading.
    if (reason !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest()) troubles.push(`${response.status()}: ${response.url()}`);
  });
  return { page, context, troubles, requests, inFlight, [Symbol.asyncDispose]: () => page.close() };
}

/** Touches a control of the application, which no page has to have, and waits until React has hydrated every element of the body. */
export async function hydrated(page: Page): Promise<void> {
  const isHydrated = (): boolean => {
    const control = document.createElement('i');
    control.dataset['iniciar'] = '';
    document.body.append(control);
    control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    control.remove();
    type Owned = Element & Record<string, { readonly dangerouslySetInnerHTML?: unknown } | undefined>;
    const propsOf = (element: Element): { readonly dangerouslySetInnerHTML?: unknown } | undefined => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
      return key === undefined ? undefined : (element as Owned)[key];
    };
    // HTML of the content database has no React element of its own below the one that holds it.
    const isOwned = (element: Element): boolean => {
      for (let above: Element | null = element; above !== null; above = above.parentElement) {
        const props = propsOf(above);
        if (props !== undefined) return above === element || props.dangerouslySetInnerHTML !== undefined;
      }
      return false;
    };
    // React puts preloads of late parts where they come, and leaves them there.
    return [...document.querySelectorAll('body *:not(script, link, noscript, noscript *)')].every(isOwned);
  };
  // Not in every frame: walking through all elements would take the time that the hydration needs.
  await page.waitForFunction(isHydrated, undefined, { polling: 50 });
}

/** Waits until nothing is being loaded: hydration, previews and lazy pictures included. */
export async function quiet({ page, inFlight }: Visit): Promise<void> {
  while (inFlight.size > 0) await Promise.race([page.waitForEvent('requestfinished'), page.waitForEvent('requestfailed')]);
}

/** Makes a form of citizens old enough: a citizen who types takes longer than a test, and what is sent at once is taken for a program's. */
export async function typedSlowly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shownAt = performance.now.bind(performance);
    performance.now = () => shownAt() + 10_000;
  });
}

/** Header, menus and footer, which every page of a layout repeats. */
export const FRAME = 'header:not(main *), nav:not(main *), footer:not(main *), nav[aria-label="Conteúdos do site"]';

interface AxeOptions {
  readonly without?: 'frame';
  readonly within?: string;
  readonly only?: readonly string[];
  readonly not?: readonly string[];
  readonly script?: boolean;
  /** The attribute of the elements that the rules of colour are for, in place of all. */
  readonly colourOf?: string;
}

/**
 * Returns axe's violations (WCAG 2.0 to 2.2, A and AA) as `rule: selector` lines. Needs script on the page. Half of a page's elements are the
 * frame's: `without: 'frame'` is for tests that have had it checked on another page. `within` is the selector of the part that is checked,
 * `only` the rules that are, `not` those that are not. A page without script has no timers, which axe waits for: `script: false` gives it some.
 */
export async function axeViolations(page: Page, options: AxeOptions = {}): Promise<readonly string[]> {
  const { without, within = 'html', only, not = [], script = true, colourOf } = options;
  if (script) await page.evaluate(transitionsEnd);
  else await page.evaluate(immediateTimers);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ runOnly, rules, include, hide, ofColour }) => {
      interface AxeResult {
        readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[] }[] }[];
      }
      interface Axe {
        readonly configure: (spec: { readonly rules: typeof ofColour }) => void;
        readonly run: (context: object, options: unknown) => Promise<AxeResult>;
      }
      const { axe } = window as unknown as { readonly axe: Axe };
      axe.configure({ rules: ofColour });
      const frame = hide === null ? [] : [...document.querySelectorAll<HTMLElement>(hide)];
      const hidden = frame.map((element) => ({ element, before: element.style.display }));
      for (const { element } of hidden) element.style.display = 'none';
      // Only violations are wanted: results of the other kinds cost most of the time.
      const { violations } = await axe.run({ include: [[include]] }, { runOnly, rules, resultTypes: ['violations'] });
      for (const { element, before } of hidden) element.style.display = before;
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    {
      runOnly: only === undefined ? { type: 'tag', values: AXE_TAGS } : { type: 'rule', values: [...only] },
      rules: Object.fromEntries(not.map((rule) => [rule, { enabled: false }])),
      include: within,
      // Hidden and not only excluded: of what is excluded axe works out place and colours all the same, a quarter of its time.
      hide: without === 'frame' ? FRAME : null,
      ofColour: Object.entries(RULES_OF_COLOUR).map(([id, selectors]) => ({
        id,
        selector: selectors.map((selector) => (colourOf === undefined ? selector : `${selector}[${colourOf}]`)).join(),
      })),
    },
  );
}

/** Runs in a page. What fades in has its colours at the end; a sign of waiting turns for ever. */
export async function transitionsEnd(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Runs in a page. What is to run at once runs when the work of now is done; a limit of time never ends. */
function immediateTimers(): void {
  window.setTimeout = ((run: () => void, delay = 0) => {
    if (delay === 0) Promise.resolve().then(run, () => undefined);
    return 0;
  }) as typeof window.setTimeout;
}

/** Returns the elements that make the page wider than the window, or that stand outside it where nothing scrolls. */
export function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const faults = wide > 0 ? [`the page is ${wide} px wider than the window`] : [];
    const scrolls = (element: Element): boolean => {
      for (let above: Element | null = element; above !== null && above !== document.body; above = above.parentElement) {
        if (['auto', 'scroll'].includes(getComputedStyle(above).overflowX)) return true;
      }
      return false;
    };
    for (const element of document.querySelectorAll('body *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
      if (!hasText || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { right, width, height } = element.getBoundingClientRect();
      // Text for screen readers is one pixel wide.
      if (width <= 1 || height <= 1 || right <= document.documentElement.clientWidth + 1 || scrolls(element)) continue;
      faults.push(`${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}" ends at ${Math.round(right)} px`);
    }
    return faults;
  });
}
