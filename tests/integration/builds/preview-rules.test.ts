/** The rules by which browsers load links ahead, as they fetch them. */
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createPreviewRulesRouter } from '../../../server/builds/preview-rules.ts';
import { ROUTES } from '../../../shared/routes/table.ts';

const app = express().use(createPreviewRulesRouter(ROUTES));

interface Rules {
  readonly prefetch: readonly {
    readonly where: {
      readonly and: readonly [{ readonly href_matches: readonly string[] }, { readonly not: object }, { readonly not: object }];
    };
    readonly eagerness: string;
  }[];
}

test('the rules name the pages that a shared cache keeps, without files and searches, from the moment at which a link is pressed', async () => {
  const { headers, text } = await request(app).get('/_previas');
  expect(headers['content-type']).toMatch(/^application\/speculationrules\+json/);
  const [rule, ...others] = (JSON.parse(text) as Rules).prefetch;
  expect([rule?.eagerness, others]).toEqual(['conservative', []]);
  const [pages, rest, followed] = rule?.where.and ?? [];
  expect(pages?.href_matches).toEqual(expect.arrayContaining(['/', '/sic', '/informacoes/noticia/:id', '/lai/documentos/:category']));
  // Whose answers belong to one visitor.
  const own = ROUTES.filter(({ cache }) => cache.kind === 'never').map(({ path }) => path);
  expect(own).toEqual(expect.arrayContaining(['/admin']));
  expect(pages?.href_matches.filter((path) => own.includes(path))).toEqual([]);
  expect(rest).toEqual({ not: { href_matches: ['/*.*', '/*\\?*=*'] } });
  expect(followed).toEqual({ not: { selector_matches: '[data-segue-links] a' } });
});

test('the rules name nothing where the visitor saves data, and caches keep the two apart', async () => {
  const { headers, text } = await request(app).get('/_previas').set('Save-Data', 'on');
  expect([JSON.parse(text), headers['vary']]).toEqual([{}, 'Save-Data']);
});
