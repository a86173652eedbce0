/** The rich-text field in a browser: what can be typed and pasted, by mouse and by keyboard, and what is then stored. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sanitizeHtml } from '../../../server/backend/sanitize/sanitize-html.ts';
import { startBrowser } from '../../support/browser.ts';
import { axeViolations, newVisit, overflowing, type Visit } from '../pages.ts';
import { type PartsSite, startPartsSite } from './parts-site.ts';

const FILE = '/nhostprovider/11111111-2222-4333-8444-555555555555';
let browser: Browser;
let parts: PartsSite;
/** Of all cases: a new page would compile the editor again, and each case loads its own document. */
let visit: Visit;
let page: Page;

beforeAll(async () => {
  [browser, parts] = await Promise.all([startBrowser(), startPartsSite()]);
  visit = await newVisit(browser);
  ({ page } = visit);
});
beforeEach(async () => {
  visit.troubles.splice(0);
  await page.setViewportSize({ width: 1280, height: 900 });
});
afterAll(() => Promise.all([browser.close(), parts.stop()]));

async function open(html = '', profile = 'corpo'): Promise<void> {
  await page.goto(`${parts.url}/texto?${new URLSearchParams({ html, profile })}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
const field = (): ReturnType<Page['locator']> => page.getByRole('textbox', { name: 'Corpo' });
const stored = (): Promise<string> => page.getByLabel('HTML', { exact: true }).innerText();

async function paste(html: string): Promise<void> {
  await field().click();
  await field().evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', given);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment-->
<h1 style='mso-outline-level:1'>Prova de vida<o:p></o:p></h1>
<p class=MsoNormal style='text-align:justify'><b style='mso-bidi-font-weight:normal'><span style='font-size:12.0pt;color:red'>Quem faz</span></b><span>: todos.<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span>Aposentados</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>por idade</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Pensionistas</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Ligue</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><thead><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=100><p class=MsoNormal>Benefício</p></td><td><p class=MsoNormal>Prazo</p></td></tr></thead><tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'><td><p class=MsoNormal>Pensão</p></td><td><p class=MsoNormal>Junho</p></td></tr></table>
<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes;mso-yfti-lastrow:yes'><td width=100 style='width:75pt'><p class=MsoNormal>Mês</p></td><td><p class=MsoNormal>Dia</p></td></tr></table>
<p class=MsoNormal><img src="file:///C:/foto.png" width=10><a href="https://exemplo.gov.br/x" target="_blank">Saiba como</a></p>
<!--EndFragment--></body></html>`;

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-8e2b"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400">Calendário</span></h2><p dir="ltr"><span style="font-weight:700">Dia 5</span><span style="font-style:italic">, quinta</span></p><ul><li dir="ltr"><p role="presentation"><span>Agência</span></p></li></ul></b>`;

describe('the rich-text field', () => {
  test('stores what the toolbar makes, and the sanitiser changes nothing of it', async () => {
    await open();
    await field().click();
    await page.getByRole('combobox', { name: 'Tipo de parágrafo' }).selectOption('Título 2');
    await page.keyboard.type('Prazos');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Até ');
    await page.getByRole('button', { name: 'Negrito' }).click();
    expect(await page.getByRole('button', { name: 'Negrito' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.type('sexta');
    await page.keyboard.press('Control+B');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Lista com marcadores' }).click();
    await page.keyboard.type('RG');
    await page.keyboard.press('Enter');
    await page.keyboard.type('CPF');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('### Onde');
    const html = '<h2 id="t-prazos">Prazos</h2><p>Até <strong>sexta</strong></p><ul><li>RG</li><li>CPF</li></ul><h3 id="t-onde">Onde</h3>';
    await expect.poll(stored).toBe(html);
    expect(sanitizeHtml(html, 'corpo')).toBe(html);
    expect(visit.troubles).toEqual([]);
  });

  test('takes text of Word over as headings, lists and tables, without its styles', async () => {
    await open();
    await paste(WORD);
    await expect.poll(stored).toBe(
      '<h2 id="t-prova-de-vida">Prova de vida</h2><p><strong>Quem faz</strong>: todos.</p>' +
        '<ul><li>Aposentados<ul><li>por idade</li></ul></li><li>Pensionistas</li></ul><ol><li>Ligue</li></ol>' +
        // Of a row that the author repeats on each page; Word calls the first row of every table so, that of a mere layout too.
        '<div class="tabela-rolavel" role="group" aria-label="Tabela com rolagem lateral" tabindex="0">' +
        '<table><thead><tr><th scope="col">Benefício</th><th scope="col">Prazo</th></tr></thead>' +
        '<tbody><tr><td>Pensão</td><td>Junho</td></tr></tbody></table></div>' +
        '<div class="tabela-rolavel" role="group" aria-label="Tabela com rolagem lateral" tabindex="0">' +
        '<table><tbody><tr><td>Mês</td><td>Dia</td></tr></tbody></table></div>' +
        '<p><a href="https://exemplo.gov.br/x" rel="noopener noreferrer external">Saiba como</a></p>',
    );
    expect(visit.troubles).toEqual([]);
  });

  test('takes text of Google Docs over without making all of it bold', async () => {
    await open();
    await paste(DOCS);
    await expect
      .poll(stored)
      .toBe('<h2 id="t-calendario">Calendário</h2><p><strong>Dia 5</strong><em>, quinta</em></p><ul><li>Agência</li></ul>');
  });

  test('says that pictures of the clipboard and files that are dropped stay behind, and keeps the links of Word that lead somewhere', async () => {
    await open();
    const notice = page.getByText('Coloque cada imagem no seu lugar com o botão “Inserir imagem”.');
    await paste('<p>Antes<a href="#_ftn1"><sup>1</sup></a> <a href="#prazo">prazo</a></p><p><img src="file:///C:/clip_image002.jpg"></p>');
    await notice.waitFor();
    await expect.poll(stored).toBe('<p>Antes<sup>1</sup> <a href="#t-prazo">prazo</a></p>');
    expect(await axeViolations(page)).toEqual([]);
    await paste('<p>Depois</p>');
    await notice.waitFor({ state: 'detached' });
    for (const type of ['paste', 'drop']) {
      const isTaken = await field().evaluate((element, kind) => {
        const data = new DataTransfer();
        data.items.add(new File(['x'], 'foto.png', { type: 'image/png' }));
        const { x, y } = element.getBoundingClientRect();
        const options = { bubbles: true, cancelable: true, clientX: x + 20, clientY: y + 20 };
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: data })
            : new ClipboardEvent('paste', { ...options, clipboardData: data });
        return !element.dispatchEvent(event);
      }, type);
      await notice.waitFor();
      // The browser does not leave the form for a file that was dropped.
      expect(isTaken || type === 'paste').toBe(true);
      await page.getByRole('button', { name: 'Fechar o aviso' }).click();
    }
    expect(visit.troubles).toEqual([]);
  });

  test('takes text of a page over without its scripts, of which the content policy has nothing to report', async () => {
    await open();
    await paste(`<p onclick="alert(1)">Leve o <strong onmouseover='x()' >documento</strong></p><p OnFocus=y()>Até dia 5</p>`);
    await expect.poll(stored).toBe('<p>Leve o <strong>documento</strong></p><p>Até dia 5</p>');
    expect(visit.troubles).toEqual([]);
  });

  test('shows a stored text as it is and stores it unchanged but for what was typed', async () => {
    const html = sanitizeHtml(
      `<h2 id="inicio">Sede</h2><figure><img src="${FILE}" alt="Fachada" width="800" height="600"><figcaption>Em 2026</figcaption></figure>` +
        '<table><caption>Repasses</caption><thead><tr><th scope="col">Mês</th></tr></thead><tbody><tr><td>Maio</td></tr></tbody></table>' +
        '<p>O <abbr title="Certificado de Regularidade Previdenciária">CRP</abbr> de <span lang="en">today</span><sup>1</sup></p><p>Fim</p>',
      'corpo',
    );
    await open(html);
    await field().getByText('Fim').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await expect.poll(stored).toBe(html.replace('Fim', 'Fim!'));
  });

  test('opens as HTML what it could not show whole', async () => {
    await open('<details><summary>Mais</summary><p>Texto</p></details>');
    await page.getByText('ele está aberto em HTML').waitFor();
    const source = page.getByRole('textbox', { name: 'Corpo (HTML)' });
    expect(await source.inputValue()).toBe('<details><summary>Mais</summary><p>Texto</p></details>');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('can be left with Tab from a list and from a table, and formatted with the keyboard alone', async () => {
    await open('<ul><li>um</li><li>dois</li></ul>');
    await field().getByText('dois').click();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('after');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Itálico');
    await page.keyboard.press('Enter');
    await expect.poll(stored).toBe('<ul><li><em>um</em></li><li><em>dois</em></li></ul>');
  });

  test('asks for the address of a link and refuses one that no page may lead to', async () => {
    await open('<p>Leis</p>');
    await field().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+K');
    const address = page.getByRole('textbox', { name: 'Endereço' });
    await address.fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await page.getByText('Este endereço não pode ser usado.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await address.fill('/lai/documentos/leis');
    await page.keyboard.press('Enter');
    await expect.poll(stored).toBe('<p><a href="/lai/documentos/leis">Leis</a></p>');
    // The words are no longer selected: they stay, whatever comes next.
    await page.keyboard.type(' em vigor');
    await expect.poll(stored).toBe('<p><a href="/lai/documentos/leis">Leis</a> em vigor</p>');
  });

  test('what is typed behind a link or an abbreviation is no part of it', async () => {
    for (const marked of ['<a href="/lai">Leis</a>', '<abbr title="Certificado de Regularidade Previdenciária">CRP</abbr>']) {
      await open(`<p>${marked}</p>`);
      await field().click();
      await page.keyboard.press('End');
      await page.keyboard.type(', novas');
      await expect.poll(stored).toBe(`<p>${marked}, novas</p>`);
    }
  });

  test('makes tables with header cells and a caption, and fits a telephone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open();
    await field().click();
    await page.getByRole('button', { name: 'Inserir tabela' }).click();
    await page.keyboard.type('Mês');
    await page.getByRole('button', { name: 'Título da tabela' }).click();
    await page.getByRole('textbox', { name: 'O que a tabela mostra' }).fill('Repasses');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect.poll(stored).toContain('<table><caption>Repasses</caption>');
    expect(await stored()).toContain('<th scope="col">Mês</th>');
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    expect(visit.troubles).toEqual([]);
  });

  test('is an input of a form: names what is missing, and sends the text', async () => {
    await page.goto(`${parts.url}/formulario`);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Escreva o texto.').waitFor();
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
    await field().click();
    await page.keyboard.type('Edital aberto');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect.poll(() => page.getByLabel('Enviado').innerText()).toBe('{"corpo_html":"<p>Edital aberto</p>"}');
  });

  test('gives advice with its reason while an editor writes', async () => {
    await open('<p>Para pedir, <a href="/sic">clique aqui</a>.</p>');
    await page
      .getByRole('status')
      .filter({ hasText: /^1 sugestão para este texto$/ })
      .waitFor();
    await page.getByText('Ver as sugestões para Corpo').click();
    await page.getByText('Leitores de tela listam os links sem o texto em volta.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await field().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('CPF 529.982.247-25');
    await page.getByText('Há um CPF neste texto.').waitFor();
  });
});
