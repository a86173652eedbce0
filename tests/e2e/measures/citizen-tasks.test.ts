/**
 * What citizens come for, at 360 px without script: at most three steps from the home page. A step is a link, a form that is sent, or a part that is unfolded.
 * Each is walked with a pointer, and once more with the keyboard alone.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { visitAgain } from '../pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

interface Walk {
  readonly page: Page;
  /** Clicks what a person sees on the page; a click counts. */
  readonly click: (control: Locator) => Promise<void>;
  /** Follows a link by its words. */
  readonly link: (name: string | RegExp) => Promise<void>;
  /** Types, which is no step, and sends the form, which is one. */
  readonly search: (words: string) => Promise<void>;
  /** Types, and chooses one of several: no steps. */
  readonly type: (field: Locator, text: string) => Promise<void>;
  readonly choose: (radio: Locator) => Promise<void>;
}

/** How a person uses a control. */
interface Manner {
  readonly click: (control: Locator) => Promise<void>;
  readonly type: (field: Locator, text: string) => Promise<void>;
  readonly choose: (radio: Locator) => Promise<void>;
}

const WITH_POINTER: Manner = {
  click: (control) => control.click({ noWaitAfter: true }),
  type: (field, text) => field.fill(text),
  choose: (radio) => radio.check(),
};

const WITH_KEYBOARD: Manner = {
  click: async (control) => {
    await tabTo(control);
    await control.page().keyboard.press('Enter');
  },
  type: async (field, text) => {
    await tabTo(field);
    await field.page().keyboard.type(text);
  },
  choose: async (radio) => {
    // The radio buttons of a group are one stop; the arrow keys move between them.
    const group = radio.page().locator(`input[type="radio"][name="${await radio.getAttribute('name')}"]`);
    await tabTo(group);
    for (let moves = await group.count(); moves > 0 && !(await radio.isChecked()); moves--) await radio.page().keyboard.press('ArrowDown');
    await expect(radio.isChecked()).resolves.toBe(true);
  },
};

/** More stops than any page has before a control that people come for. */
const MOST_STOPS = 150;

/** Presses Tab until one of these controls has the focus, and looks whether a person sees it there. */
async function tabTo(controls: Locator): Promise<void> {
  await controls.first().waitFor();
  const focused = (all: readonly Element[]): number => all.indexOf(document.activeElement as Element);
  for (let stops = 0; (await controls.evaluateAll(focused)) === -1; stops++) {
    if (stops === MOST_STOPS) throw new Error(`the keyboard does not reach ${String(controls)}`);
    await controls.page().keyboard.press('Tab');
  }
  const focus = controls.nth(await controls.evaluateAll(focused));
  expect(await focus.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
  const { y = -1, height = 0 } = (await focus.boundingBox()) ?? {};
  expect(y + height).toBeGreaterThan(0);
  expect(y).toBeLessThan(controls.page().viewportSize()?.height ?? 0);
}

/** Each ends by finding what the person came for. */
const TASKS: readonly (readonly [task: string, walk: (walk: Walk) => Promise<void>])[] = [
  [
    'find the newest minutes of the investment committee and open the PDF',
    async ({ page, search, link, click }) => {
      // The home page has them only while no six documents are newer.
      await search('ata do comitê de investimentos');
      await link(/^Ata da .* do Comitê de Investimentos$/);
      const list = await page.request.get(`${site}/lai/documentos/atasDoComiteDeInvestimento.json`);
      const { registros } = (await list.json()) as { readonly registros: readonly { readonly titulo: string }[] };
      await page.getByRole('heading', { level: 1, name: registros[0]?.titulo ?? '', exact: true }).waitFor();
      const file = page.locator('main').getByRole('link', { name: 'Abrir PDF' });
      const answer = await page.request.get(`${site}${await file.getAttribute('href')}`);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
      await click(file);
    },
  ],
  [
    'see when the next payment is',
    async ({ page }) => {
      await page.getByText('Próximo pagamento').waitFor();
      expect(await page.locator('li', { hasText: 'Próximo pagamento' }).innerText()).toMatch(/-feira, \d+º? de [a-zç]+ de \d{4}/);
    },
  ],
  [
    'learn how to ask for information and how long it takes',
    async ({ page, link }) => {
      await link('Pedir informação (SIC)');
      await page.getByText('A resposta vem em até 20 dias.').first().waitFor();
      await page.getByLabel('Que informação você quer?').waitFor();
    },
  ],
  [
    'find an accessible unit that serves the public',
    async ({ page, link }) => {
      await link('Onde estamos');
      await page.getByRole('heading', { name: 'Postos de atendimento' }).waitFor();
      await page.getByText(/rampa/).first().waitFor();
    },
  ],
  [
    "find last year's actuarial result",
    async ({ page, link }) => {
      await link('Transparência Contas, contratos, atas e investimentos.');
      await link('Números da previdência');
      await page.getByRole('heading', { name: 'Resultado atuarial' }).waitFor();
      await page
        .getByText(/^R\$\s[\d.,]+\smilhões$/)
        .first()
        .waitFor();
    },
  ],
  [
    'download the procurement as data',
    async ({ page, link, click }) => {
      await link('Transparência Contas, contratos, atas e investimentos.');
      await link('Licitações');
      const file = page.getByRole('link', { name: 'CSV', exact: true });
      expect((await page.request.get(`${site}${await file.getAttribute('href')}`)).headers()['content-type']).toContain('text/csv');
      await click(file);
    },
  ],
  [
    'see who presides the council and until when',
    async ({ page, click, link }) => {
      await click(page.locator('summary', { hasText: /^\s*Menu$/ }));
      await click(page.getByRole('navigation', { name: 'Menu principal' }).locator('summary', { hasText: 'O instituto' }));
      await link('Conselho de Previdência');
      await page.getByText(/^Presidente: /).waitFor();
      await page.getByText(/^Mandato até /).waitFor();
    },
  ],
  [
    'find a document by words inside it',
    async ({ page, search }) => {
      await search('balancetes do trimestre');
      await page
        .getByRole('link', { name: /^Ata da .* do Conselho Fiscal$/ })
        .first()
        .waitFor();
      await page.locator('mark').first().waitFor();
    },
  ],
  [
    'complain without a name',
    async ({ page, link, choose, type }) => {
      await link('Ouvidoria');
      await choose(page.getByLabel('Não quero me identificar'));
      await type(page.getByLabel('Conte o que aconteceu'), 'O posto abriu tarde.');
      await page.getByRole('button', { name: 'Enviar a manifestação' }).waitFor();
    },
  ],
  [
    'have the tasks of pensioners in large letters',
    async ({ page, link }) => {
      await link('Modo simples');
      await page.getByRole('heading', { name: 'Quando eu recebo' }).waitFor();
    },
  ],
];

const MANNERS: readonly (readonly [name: string, Manner])[] = [
  ['with a pointer', WITH_POINTER],
  ['with the keyboard', WITH_KEYBOARD],
];

describe.each(MANNERS)('%s', (_name, manner) => {
  test.concurrent.for(TASKS)('a citizen can %s in three steps or fewer', async ([, task], { expect }) => {
    await using visit = await visitAgain(browser, { script: false, width: 360, height: 780 });
    const { page } = visit;
    let steps = 0;
    const click = async (control: Locator): Promise<void> => {
      steps++;
      await manner.click(control);
    };
    const link = (name: string | RegExp): Promise<void> =>
      click(page.getByRole('link', { name, exact: true }).filter({ visible: true }).first());
    const search = async (words: string): Promise<void> => {
      await manner.type(page.locator('main').getByRole('searchbox'), words);
      await click(page.locator('main').getByRole('button', { name: 'Buscar' }));
    };
    await page.goto(site);
    await task({ page, click, link, search, type: manner.type, choose: manner.choose });
    expect(steps).toBeLessThanOrEqual(3);
  });
});
