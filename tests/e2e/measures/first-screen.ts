/** Measures how a page uses the screen: where its header ends, where its content begins, how many screens it takes, what it cuts. */
import type { Page } from 'playwright-core';

export interface Screens {
  /** Where the small page header ends, in pixels from the top; null on a page without one. */
  readonly headerEnd: number | null;
  /** Where the first text or picture of the content begins, after the header. */
  readonly contentStart: number;
  /** Where the first row of a list ends; null on a page without one. */
  readonly firstRowEnd: number | null;
  readonly footerHeight: number;
  readonly pageHeight: number;
}

/** Measures a page that is open. */
export function screensOf(page: Page): Promise<Screens> {
  return page.evaluate(() => {
    const header = document.querySelector('main img[width="2080"][height="1024"]')?.parentElement ?? null;
    const inContent = (node: Node): boolean => header?.contains(node) !== true;
    const range = document.createRange();
    const tops: number[] = [];
    // Without script the late parts of a streamed page stay behind the main part, which may have no text of its own (client/styles/no-script.css).
    for (const part of document.querySelectorAll('main, body > [id^="S:"]')) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      // The first texts of the document: in a column that is turned round the first one is not the highest.
      for (let node = texts.nextNode(); node !== null && tops.length < 5; node = texts.nextNode()) {
        if (node.textContent?.trim() === '' || !inContent(node)) continue;
        range.selectNodeContents(node);
        const { top, width } = range.getBoundingClientRect();
        // Text for screen readers is one pixel wide, and hidden text has no box.
        if (width > 1) tops.push(top + scrollY);
      }
      for (const image of part.querySelectorAll('img'))
        if (inContent(image) && image.checkVisibility()) tops.push(image.getBoundingClientRect().top + scrollY);
    }
    return {
      headerEnd: header === null ? null : header.getBoundingClientRect().bottom + scrollY,
      contentStart: Math.min(...tops),
      firstRowEnd: document.querySelector('main li > article:has(h3 a)')?.getBoundingClientRect().bottom ?? null,
      footerHeight: document.querySelector('footer#rodape')?.getBoundingClientRect().height ?? 0,
      pageHeight: document.documentElement.scrollHeight,
    };
  });
}

/** Returns the sum of the layout shifts since the page began to be painted. Its page must run script: frames are counted in it. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sum = (entries: PerformanceEntryList): number =>
          entries.reduce((total, entry) => total + (entry as PerformanceEntry & { readonly value: number }).value, 0);
        const observer = new PerformanceObserver((list) => resolve(sum(list.getEntries())));
        observer.observe({ type: 'layout-shift', buffered: true });
        // Entries that are there are delivered in a task of their own, before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum(observer.takeRecords()))));
      }),
  );
}

/** The first screen of a phone and of a notebook: what stands above the content ends there. */
export function faultsOfFirstScreen(
  { headerEnd, contentStart }: Screens,
  limits: { readonly header: number; readonly content: number },
): readonly string[] {
  return [
    ...(headerEnd !== null && headerEnd > limits.header ? [`the header ends at ${Math.round(headerEnd)} px, not by ${limits.header}`] : []),
    ...(contentStart > limits.content ? [`the content begins at ${Math.round(contentStart)} px, not by ${limits.content}`] : []),
  ];
}

/** Spacing that visitors may set (WCAG 2.2, 1.4.12). */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';

/**
 * Returns the boxes that cut their text in the usual and the largest letters, with the spacing of WCAG 1.4.12, by how much the page is then wider
 * than the window, and in which of the sizes the frame grows with the letters.
 */
export function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    const root = document.documentElement;
    const faults: string[] = [];
    const cuts = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const clipped = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      return (
        (clipped(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
        (clipped(overflowX) && element.scrollWidth > element.clientWidth + 1)
      );
    };
    const contentAt = (): number => document.querySelector('main')?.getBoundingClientRect().top ?? 0;
    const usual = contentAt();
    for (const level of ['0', '1', '2', '3']) {
      root.setAttribute('data-texto', level);
      if (Math.abs(contentAt() - usual) > 2)
        faults.push(`in size ${level} the frame above the content grows from ${usual} to ${contentAt()} px`);
      if (level !== '0' && level !== '3') continue;
      document.adoptedStyleSheets = [sheet];
      const wide = root.scrollWidth - root.clientWidth;
      if (wide > 0) faults.push(`in size ${level} with text spacing the page is ${wide} px wider than the window`);
      for (const element of document.querySelectorAll('body *')) {
        if (element.clientHeight <= 1 || (element.textContent ?? '').trim() === '' || !element.checkVisibility()) continue;
        if (cuts(element))
          faults.push(
            `in size ${level} ${element.tagName.toLowerCase()}.${element.className} cuts "${element.textContent?.trim().slice(0, 40)}"`,
          );
      }
      document.adoptedStyleSheets = [];
    }
    root.removeAttribute('data-texto');
    return faults;
  }, TEXT_SPACING);
}

/** Returns by how much the page is wider than the window in letters of 200 % (WCAG 2.2, 1.4.4) that the browser sets and not the site, with the spacing of 1.4.12. */
export async function widthInLettersOfBrowser(page: Page): Promise<readonly string[]> {
  const wide = await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
    const { scrollWidth, clientWidth } = document.documentElement;
    document.adoptedStyleSheets = [];
    return scrollWidth - clientWidth;
  }, `:root { font-size: 200% !important } ${TEXT_SPACING}`);
  return wide > 0 ? [`in letters of 200 % with text spacing the page is ${wide} px wider than the window`] : [];
}

/** Screens of a phone that a page may take, by its route. */
const MOST_SCREENS: Readonly<Record<string, number>> = {
  inicio: 8,
  // Declarations that there was nothing to publish stand among its twenty documents.
  documentos: 6.25,
  noticias: 6,
  comunicados: 6.5,
  // Five answers stand open.
  faq: 9.75,
  mapa: 5.5,
  organograma: 4.5,
  conselhoFiscal: 8.75,
  conselhoPrevidenciario: 10,
  progestaoPainel: 10,
  menuCompleto: 10,
  numeros: 8.25,
  calendario: 6,
  // Sections with something late, and what is missing, stand open.
  situacao: 6,
  pntp: 4,
  glossario: 5,
  ouvidoria: 9.75,
  ouvidoriaEstatistica: 8.5,
  sic: 8.25,
  sicEstatistica: 8.5,
};

/** Routes whose first row must be seen without scrolling; a title of many lines may end a little below. */
const LISTS: ReadonlySet<string> = new Set(['documentos', 'noticias', 'comunicados']);

/** How much a page asks a thumb to scroll. `height` is that of the screen. */
export function faultsOfLength({ firstRowEnd, footerHeight, pageHeight }: Screens, route: string, height: number): readonly string[] {
  const most = (MOST_SCREENS[route] ?? Number.POSITIVE_INFINITY) * height;
  return [
    ...(footerHeight > height ? [`the footer takes ${Math.round(footerHeight)} px, more than a screen`] : []),
    ...(pageHeight > most ? [`the page takes ${pageHeight} px, not ${most}`] : []),
    ...(LISTS.has(route) && firstRowEnd !== null && firstRowEnd > 1.05 * height
      ? [`the first row ends at ${Math.round(firstRowEnd)} px`]
      : []),
  ];
}
