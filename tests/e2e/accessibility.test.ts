/** Accessibility bar, keyboard and system preferences on every kind of page. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { axeFaults, faultsInThemes, openEverything } from './measures/appearance.ts';
import { hydrated, newVisit, overflowing, visitAgain } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Looks of texts that were checked before in a window of that width. */
const wideLooks = new Set<string>();
const phoneLooks = new Set<string>();

const focusedId = (page: Page): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
const focusedText = (page: Page): Promise<string> => page.evaluate(() => (document.activeElement?.textContent ?? '').trim());
const htmlAttribute = (page: Page, name: string): Promise<string | null> => page.locator('html').getAttribute(name);

describe('skip links', () => {
  test.each([true, false])('are the first tab stops and move the focus to their targets (script: %s)', async (script) => {
    await using visit = await visitAgain(browser, { script });
    const { page } = visit;
    await page.goto(`${site}/sic`);
    for (const [presses, target] of ['conteudo', 'menu', 'busca', 'rodape'].entries()) {
      await page.goto(`${site}/sic`);
      for (let stop = 0; stop <= presses; stop++) await page.keyboard.press('Tab');
      const link = page.locator(`a[href="#${target}"][accesskey="${presses + 1}"]`);
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
      // Shown while it has the focus.
      await expect.poll(async () => (await link.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
      await page.keyboard.press('Enter');
      await expect.poll(() => focusedId(page)).toBe(target);
    }
  });

  // Chromium's test interface does not pass access keys on; what the browser does with one is a click on its only element.
  test('are the only elements of the access keys 1 to 4, in their order, and a click on each moves the focus', async () => {
    await using visit = await visitAgain(browser);
    const { page } = visit;
    await page.goto(`${site}/sic`);
    await hydrated(page);
    const keys = await page.locator('[accesskey]').evaluateAll((all) => all.map((element) => element.getAttribute('accesskey')));
    expect(keys).toEqual(['1', '2', '3', '4']);
    for (const [index, target] of ['conteudo', 'menu', 'busca', 'rodape'].entries()) {
      await page.locator(`[accesskey="${index + 1}"]`).evaluate((element: HTMLElement) => element.click());
      await expect.poll(() => focusedId(page)).toBe(target);
    }
  });
});

describe('the box of the search', () => {
  test('suggests results while one types, the arrow keys walk through them, and Enter opens the one that is marked', async () => {
    await using visit = await visitAgain(browser);
    const { page } = visit;
    await page.goto(`${site}/sic`);
    await hydrated(page);
    const box = page.locator('#busca');
    const list = page.getByRole('listbox', { name: 'Sugestões' });
    await box.focus();
    await expect.poll(() => box.getAttribute('role')).toBe('combobox');
    await box.pressSequentially('prova de v');
    await list.waitFor();
    expect(await faultsInThemes(page, { part: 'page', within: 'header:has(#menu)', script: true, checked: wideLooks })).toEqual([]);
    const first = list.getByRole('option').first();
    await page.keyboard.press('ArrowUp');
    expect(await box.getAttribute('aria-activedescendant')).toBe(await list.getByRole('option').last().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    expect(await box.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('Escape');
    expect([await list.isHidden(), await box.getAttribute('aria-expanded')]).toEqual([true, 'false']);
    await box.pressSequentially('i');
    await list.waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await first.getAttribute('aria-selected')).toBe('true');
    const address = String(await first.getAttribute('href'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site}${address}`);
    for (const [found, part] of [
      ['/busca?q=ata+2025', 'page'],
      ['/busca?q=xyzw', 'content'],
    ] as const) {
      await page.goto(`${site}${found}`);
      await hydrated(page);
      expect(await axeFaults(page, { part, script: true, checked: wideLooks })).toEqual([]);
    }
  });
});

test.each([
  '/busca?q=pneumoultramicroscopicossilicovulcanoconiotico',
  `/busca?q=${'4'.repeat(44)}`,
  `/busca?q=${'a'.repeat(100)}`,
  '/informacoes/noticias?q=comprovante_de_residencia_atualizado',
  `/informacoes/noticias?q=${'a'.repeat(100)}`,
])('a long word that was searched is divided at 360 px: %s', async (path) => {
  await using visit = await visitAgain(browser, { width: 360, height: 740 });
  const { page } = visit;
  await page.goto(`${site}${path}`);
  await hydrated(page);
  const word = path.slice(path.indexOf('=') + 1);
  await page.locator('main').getByText(word).first().waitFor();
  expect(await overflowing(page)).toEqual([]);
});

test.each(['/informacoes/calendario', '/lai/numeros', '/progestao/painel', '/ouvidoria/relatorioEstatistica', '/sic/RelatorioEstatistica'])(
  'the largest letters at 360 px divide words of a table at hyphens only: %s',
  async (path) => {
    await using visit = await newVisit(browser, { width: 360, height: 740 });
    const { page } = visit;
    await page.addInitScript(() => localStorage.setItem('preferencias', JSON.stringify({ texto: 3 })));
    await page.goto(`${site}${path}`);
    await openEverything(page);
    expect(await htmlAttribute(page, 'data-texto')).toBe('3');
    expect(await page.locator('main table').count()).toBeGreaterThan(0);
    const divided = await page.locator('main table').evaluateAll((tables) =>
      tables.flatMap((table) => {
        const found: string[] = [];
        const range = document.createRange();
        const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          // Text for screen readers is one pixel wide.
          if ((node.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
          }
        }
        return found;
      }),
    );
    expect(divided).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
  },
);

// The browser of the tests has no dictionary of Portuguese: it shows the limit, and divides nothing.
test.each(['/paginas/carta-de-servicos', '/paginas/privacidade', '/paginas/informacoes-classificadas', '/lai/dados-abertos'])(
  'a table of three columns in the text of %s has all of them in sight at 320 px',
  async (path) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
    await page.goto(site + path);
    const hidden = await page.locator('.tabela-rolavel').evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
    expect(hidden).toEqual([0]);
    await page.close();
  },
);

test('a month of the calendar is too short a word to be divided at 360 px', async () => {
  await using visit = await newVisit(browser, { width: 360, height: 740 });
  const { page } = visit;
  await page.goto(`${site}/informacoes/calendario`);
  const style = await page
    .locator('main tbody th')
    .first()
    .evaluate((cell) => {
      const { hyphens, hyphenateLimitChars } = getComputedStyle(cell);
      return { hyphens, hyphenateLimitChars };
    });
  expect(style).toEqual({ hyphens: 'auto', hyphenateLimitChars: '10 4 4' });
});

describe('the main menu', () => {
  test('opens with the arrow keys, wraps around, and closes with Escape without losing the focus', async () => {
    await using visit = await visitAgain(browser);
    const { page } = visit;
    await page.goto(`${site}/sic`);
    await hydrated(page);
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    const tops = menu.locator('[data-menu-topo]');
    const branches = menu.locator('details');
    const label = (await branches.first().locator('summary').innerText()).trim();
    await tops.first().focus();
    await page.keyboard.press('ArrowRight');
    // The first key waits for the module of the keys.
    await expect.poll(() => focusedText(page)).toBe(label);
    await page.keyboard.press('ArrowDown');
    expect(await branches.first().getAttribute('open')).not.toBeNull();
    const items = branches.first().locator('a');
    expect(await focusedText(page)).toBe((await items.first().innerText()).trim());
    await page.keyboard.press('End');
    expect(await focusedText(page)).toBe((await items.last().innerText()).trim());
    await page.keyboard.press('ArrowDown');
    expect(await focusedText(page)).toBe((await items.first().innerText()).trim());
    await page.keyboard.press('Escape');
    expect(await branches.first().getAttribute('open')).toBeNull();
    expect(await focusedText(page)).toBe(label);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await focusedText(page)).toBe((await tops.last().innerText()).trim());
  });

  test('shows one panel at a time and closes on a click outside', async () => {
    await using visit = await visitAgain(browser);
    const { page } = visit;
    await page.goto(`${site}/sic`);
    const branches = page.getByRole('navigation', { name: 'Menu principal' }).locator('details');
    await branches.nth(0).locator('summary').click();
    await branches.nth(1).locator('summary').click();
    expect(await branches.evaluateAll((all) => all.map((branch) => branch.hasAttribute('open')).indexOf(true))).toBe(1);
    expect(await branches.evaluateAll((all) => all.filter((branch) => branch.hasAttribute('open')).length)).toBe(1);
    await page.locator('#rodape').click({ position: { x: 4, y: 4 } });
    await expect.poll(() => branches.evaluateAll((all) => all.filter((branch) => branch.hasAttribute('open')).length)).toBe(0);
  });

  test.each([1280, 360])('has no violation open at %i px, with the bar, in any theme', async (width) => {
    await using visit = await visitAgain(browser, { width });
    const { page } = visit;
    await page.goto(`${site}/sic`);
    await hydrated(page);
    if (width < 1000) await page.locator('details[data-gatilho] summary').first().click();
    await page.getByRole('navigation', { name: 'Menu principal' }).locator('details summary').first().click();
    expect(
      await faultsInThemes(page, {
        part: 'page',
        within: 'header:has(#menu)',
        script: true,
        checked: width < 1000 ? phoneLooks : wideLooks,
      }),
    ).toEqual([]);
  });

  test.each([true, false])('opens on a narrow screen and its links work (script: %s)', async (script) => {
    await using visit = await visitAgain(browser, { script, width: 360, height: 780 });
    const { page } = visit;
    await page.goto(`${site}/sic`);
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    expect(await menu.isVisible()).toBe(false);
    await page.locator('details[data-gatilho] summary').click();
    await menu.locator('summary', { hasText: 'Transparência' }).click();
    const link = menu.locator('details[open] a').first();
    const href = await link.getAttribute('href');
    expect(await overflowing(page)).toEqual([]);
    await link.click();
    await page.waitForURL(`${site}${href}`);
  });
});

describe('the bar', () => {
  test('changes contrast, theme and text size, and remembers them before the first paint', async () => {
    await using visit = await visitAgain(browser);
    const { page, context, troubles } = visit;
    await page.goto(`${site}/sic`);
    const contrast = page.getByRole('button', { name: 'Alto contraste' });
    await contrast.click();
    expect([await htmlAttribute(page, 'data-tema'), await contrast.getAttribute('aria-pressed')]).toEqual(['contraste', 'true']);
    await contrast.click();
    expect([await htmlAttribute(page, 'data-tema'), await contrast.getAttribute('aria-pressed')]).toEqual([null, 'false']);
    await page.getByLabel('Tema').selectOption('escuro');
    const size = (): Promise<number> => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    const normal = await size();
    await page.getByRole('button', { name: 'Aumentar o texto' }).click();
    await page.getByRole('button', { name: 'Aumentar o texto' }).click();
    const large = await size();
    expect(large).toBeGreaterThan(normal);
    await page.getByRole('button', { name: 'Diminuir o texto' }).click();
    expect(await size()).toBeLessThan(large);
    // On the next document the choice is there when the body is painted, before any module has run.
    const next = await context.newPage();
    await next.route(/\/assets\/.*\.js/, (route) => route.abort());
    await next.goto(`${site}/lai`, { waitUntil: 'domcontentloaded' });
    expect([await htmlAttribute(next, 'data-tema'), await htmlAttribute(next, 'data-texto')]).toEqual(['escuro', '1']);
    await next.close();
    await page.reload();
    await hydrated(page);
    expect([await htmlAttribute(page, 'data-tema'), await htmlAttribute(page, 'data-texto')]).toEqual(['escuro', '1']);
    expect(await page.getByLabel('Tema').inputValue()).toBe('escuro');
    await page.getByRole('button', { name: 'Tamanho normal do texto' }).click();
    expect([await htmlAttribute(page, 'data-texto'), await size()]).toEqual([null, normal]);
    expect(await context.cookies()).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('is hidden without script', async () => {
    await using visit = await visitAgain(browser, { script: false });
    await visit.page.goto(`${site}/sic`);
    expect(await visit.page.getByRole('button', { name: 'Alto contraste' }).isVisible()).toBe(false);
    expect(await visit.page.getByRole('link', { name: 'Acessibilidade' }).first().isVisible()).toBe(true);
  });
});

describe('the focus', () => {
  test('is seen on every control of the home page', async () => {
    await using visit = await visitAgain(browser);
    const { page } = visit;
    await page.goto(site);
    await hydrated(page);
    const bare: string[] = [];
    let last = '';
    for (let stop = 0; stop < 60; stop++) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return null;
        // The ring of a card's link stands around the card: on a pseudo-element of the link, or on what holds both.
        const ringed = ([node, pseudo]: readonly [Element, string | undefined]): boolean => {
          const { outlineStyle, outlineWidth } = getComputedStyle(node, pseudo);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        };
        const places: readonly (readonly [Element, string | undefined])[] = [
          [element, undefined],
          [element, '::after'],
          ...[1, 2, 3]
            .reduce<Element[]>((above) => [...above, above.at(-1)?.parentElement ?? element], [element])
            .map((node) => [node, undefined] as const),
        ];
        return { name: `${element.tagName} ${(element.textContent ?? '').trim().slice(0, 30)}`, shown: places.some(ringed) };
      });
      if (seen === null) break;
      last = seen.name;
      if (!seen.shown) bare.push(seen.name);
    }
    expect(last).not.toBe('');
    expect(bare).toEqual([]);
  });
});

describe('in forced colours', () => {
  test('the words and lines of a chart have the colours of the person, whatever theme is chosen', async () => {
    await using visit = await visitAgain(browser, { forcedColors: 'active' });
    const { page } = visit;
    await page.goto(`${site}/lai/numeros`);
    await page.evaluate(() => document.documentElement.setAttribute('data-tema', 'contraste'));
    const [text, words, lines] = await page.evaluate(() => [
      [getComputedStyle(document.body).color],
      [...document.querySelectorAll('main svg text')].map((word) => getComputedStyle(word).fill),
      [...document.querySelectorAll('main svg[viewBox="-16 -8 32 16"] path:first-child')].map((line) => getComputedStyle(line).stroke),
    ]);
    expect([words?.length, lines?.length]).not.toContain(0);
    expect([...new Set(words), ...new Set(lines)]).toEqual([text?.[0], text?.[0]]);
  });

  test.each([
    ['/progestao', 'main [data-alcancado]'],
    ['/lai/situacao', 'main a[aria-current]'],
    ['/progestao/painel', 'main input:checked + label'],
  ])('the focused or chosen element of %s has another background than the page', async (path, chosen) => {
    await using visit = await visitAgain(browser, { forcedColors: 'active' });
    const { page } = visit;
    await page.goto(`${site}${path}`);
    const ground = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground(chosen)).not.toBe(await ground('body'));
  });

  test('a form that is being sent shows that its button does nothing', async () => {
    await using visit = await visitAgain(browser, { forcedColors: 'active', reducedMotion: 'reduce' });
    const { page } = visit;
    await page.goto(`${site}/contato/faleConosco`);
    const colours = await page.locator('main form button[type=submit]').evaluateAll((buttons) =>
      buttons.map((button) => {
        const look = (): string => `${getComputedStyle(button).color} ${getComputedStyle(button).borderColor}`;
        const plain = look();
        // As its form does until the answer has come.
        button.setAttribute('aria-disabled', 'true');
        return { differs: look() !== plain, opacity: getComputedStyle(button).opacity };
      }),
    );
    expect(colours.length).toBeGreaterThan(0);
    expect(colours).toEqual(colours.map(() => ({ differs: true, opacity: '1' })));
  });

  test('the buttons of the accessibility bar show which one does nothing and which one is pressed', async () => {
    await using visit = await visitAgain(browser, { forcedColors: 'active' });
    const { page } = visit;
    await page.goto(`${site}/modo-simples`);
    const look = (action: string): Promise<readonly string[]> =>
      page.locator(`[data-acao="${action}"]`).evaluate((button) => {
        const { backgroundColor, color } = getComputedStyle(button);
        return [backgroundColor, color];
      });
    const plain = await look('texto-maior');
    expect(await look('contraste')).toEqual(plain);
    expect((await look('texto-menor'))[1]).not.toBe(plain[1]);
    await page.locator('[data-acao="contraste"]').click();
    await expect.poll(async () => (await look('contraste'))[0]).not.toBe(plain[0]);
  });
});

test('the page is read aloud sentence by sentence, a click on either button and another page stop it, and a browser without speech says so', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await page.addInitScript(() => {
    const said: string[] = [];
    const speech = {
      cancel: () => said.push('(stop)'),
      speak: (utterance: SpeechSynthesisUtterance) => {
        // WebKit on Linux never ends a sentence that it is given while it reports the end of another.
        said.push(window.event?.type === 'end' ? `(too early) ${utterance.text}` : utterance.text);
        Object.assign(window, { utterance });
      },
    };
    Object.defineProperty(window, 'speechSynthesis', { value: speech, configurable: true });
    Object.assign(window, { said });
  });
  await page.goto(`${site}/modo-simples`);
  await hydrated(page);
  const said = (): Promise<readonly string[]> => page.evaluate(() => (window as unknown as { said: readonly string[] }).said);
  // That of the bar, and that of the page.
  const buttons = page.locator('[data-acao="ouvir"]');
  const pressed = (): Promise<readonly (string | null)[]> =>
    buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-pressed')));
  /** What the browser reports of the sentence that it was given last. */
  const report = (event: string): Promise<unknown> => page.evaluate(`utterance.dispatchEvent(${event})`);
  const end = (): Promise<unknown> => report("new Event('end')");
  await buttons.last().click();
  await expect.poll(pressed).toEqual(['true', 'true']);
  expect(await said()).toEqual(['(stop)', 'Modo simples.']);
  await end();
  await expect.poll(said).toEqual(['(stop)', 'Modo simples.', expect.stringMatching(/^\w/)]);
  await buttons.first().click();
  await expect.poll(pressed).toEqual(['false', 'false']);
  await end();
  expect((await said()).slice(3)).toEqual(['(stop)']);
  await buttons.first().click();
  await expect.poll(pressed).toEqual(['true', 'true']);
  await report("new SpeechSynthesisErrorEvent('error', { utterance, error: 'synthesis-failed' })");
  await page.getByRole('status').filter({ hasText: 'Não foi possível ler a página em voz alta.' }).waitFor();
  expect(await pressed()).toEqual(['false', 'false']);
  await buttons.first().click();
  await expect.poll(pressed).toEqual(['true', 'true']);
  await page.locator('footer a[href="/sic"]').first().click();
  await page.waitForURL(`${site}/sic`);
  await expect.poll(async () => (await said()).at(-1)).toBe('(stop)');
  expect(await pressed()).toEqual(['false']);
  await page.evaluate(() => Object.defineProperty(window, 'speechSynthesis', { value: undefined }));
  await buttons.first().click();
  await page.getByRole('status').filter({ hasText: 'Este navegador não lê páginas em voz alta.' }).waitFor();
});

test('a printed page has its content and no menu, bar or search, also without script', async () => {
  await using visit = await visitAgain(browser, { script: false });
  const { page } = visit;
  await page.goto(`${site}/sic`);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('h1').isVisible()).toBe(true);
  for (const part of ['#menu', '#busca', 'nav[aria-label="Você está aqui"]']) expect(await page.locator(part).isVisible()).toBe(false);
  // What is folded is printed, but for the dates that are over, which whoever wants them unfolds first.
  expect(await page.getByText('Escreva o que você quer saber').isVisible()).toBe(true);
  await page.goto(`${site}/informacoes/calendario`);
  // Firefox divides neither a part of a grid nor a place that scrolls between two sheets.
  const undivided = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].filter((part) => {
      const { display, overflowX } = getComputedStyle(part);
      return part.querySelector('table') !== null && (/flex|grid/.test(display) || overflowX !== 'visible');
    }),
  );
  expect(undivided).toHaveLength(0);
  const dates = page.getByRole('table');
  expect(await dates.filter({ visible: true }).count()).toBe(2);
  await page.getByText('Datas que já passaram').evaluate((title) => title.closest('details')?.setAttribute('open', ''));
  expect(await dates.filter({ visible: true }).count()).toBe(3);
});

test('the simple mode has larger letters on every page, and the device remembers it', async () => {
  await using visit = await visitAgain(browser, { width: 360, height: 740 });
  const { page } = visit;
  const letters = (): Promise<number> =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.querySelector('main p') ?? document.body).fontSize));
  await page.goto(`${site}/sic`);
  const before = await letters();
  await page.goto(`${site}/modo-simples`);
  await page.locator('[data-acao="simples"]').click();
  await page.goto(`${site}/sic`);
  expect(await letters()).toBeGreaterThan(before);
});
