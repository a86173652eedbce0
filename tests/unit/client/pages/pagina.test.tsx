import { expect, test } from 'vitest';
import * as pagina from '../../../../client/pages/pagina/page.tsx';
import { OPEN_CASE_COOKIE, RECEIPT_COOKIE } from '../../../../server/cases/case-cookies.ts';
import type { PublicSettings } from '../../../../shared/builds/document-blocks.ts';
import { LAST_AUDIT } from '../../../../shared/content/last-audit.ts';
import { textOf } from '../components/render.ts';
import { renderPage } from './render-page.tsx';

const TEXTO = {
  __typename: 'pagina',
  id: 12,
  slug: 'acessibilidade',
  titulo: 'Acessibilidade',
  titulo_html: null,
  titulo_tamanho: null,
  resumo: null,
  corpo_html:
    '<h2 id="atalhos">Atalhos</h2><p>Teclas.</p><h2 id="recursos">Recursos</h2><p>Tamanho do texto.</p><h2 id="nos-predios">Nos prédios</h2><p>Rampas.</p>',
  imagem: null,
  publicado_em: null,
  revisado_em: null,
  revisao_prevista_em: null,
  responsavel: null,
  termos: [],
};

/** The text of the page, which has the text of the row. */
const texto = (slug: string, settings: Partial<PublicSettings> = {}): string =>
  textOf(
    renderPage(pagina, `/paginas/${slug}`, {
      results: { Pagina: { pagina: [{ ...TEXTO, slug }] }, GuardaDosDados: { canal_atendimento: [], pagina: [] } },
      settings,
    }),
  );

test('the page of accessibility ends with the record of the last audit, and lists it among its parts', () => {
  const pages = `conferiu ${LAST_AUDIT.pages} páginas`;
  expect(texto('acessibilidade')).toContain(`o programa ${LAST_AUDIT.tool} ${pages}`);
  expect(texto('acessibilidade').split('Última verificação')).toHaveLength(3);
  expect(texto('outra')).not.toContain('Última verificação');
});

test('the record of the last audit is of a whole walk without violations', () => {
  expect(LAST_AUDIT.day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(LAST_AUDIT.pages).toBeGreaterThan(40);
  expect(LAST_AUDIT.violations).toBe(0);
});

test('the page of privacy names each cookie that a citizen gets, with its life, and what is kept where the site offers it', () => {
  const plain = texto('privacidade');
  const lives = Array.from(plain.matchAll(/Um cookie cifrado com [^.]*?, por (\d+) minutos/g), ([, minutes]) => Number(minutes) * 60);
  expect(lives).toEqual([RECEIPT_COOKIE.lifeSeconds, OPEN_CASE_COOKIE.lifeSeconds]);
  const offered = texto('privacidade', { hasMail: true, offlineCopies: true });
  for (const part of ['só o seu e-mail e o que você segue', 'Cópias das últimas páginas']) {
    expect([plain.includes(part), offered.includes(part)]).toEqual([false, true]);
  }
});
