/** The manifest has the institution's name, also through the router, and the home page of an institution without a name is no "Início". */
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { publisherOf } from '../../../server/publicacao/publisher.ts';
import { webManifest } from '../../../server/publicacao/web-manifest.ts';
import { createWellKnownFilesRouter } from '../../../server/publicacao/well-known-files.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { type ConfiguracaoDoSite, EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';

const ABOUT = { nome: 'Previdência de Lagoa Nova', sigla: 'IPREV', descricao: 'Quem cuida.', cor_primaria: '#7a1f5c' };
const CONFIGURED: SiteState = { ...EMPTY_SITE_STATE, siteConfig: [ABOUT as ConfiguracaoDoSite] };
const SITE = 'https://site.test';

test('is in the name and the colour of the institution', () => {
  expect(JSON.parse(webManifest(publisherOf(SITE, CONFIGURED, null), CONFIGURED))).toMatchObject({
    name: 'Previdência de Lagoa Nova',
    short_name: 'IPREV',
    description: 'Quem cuida.',
    theme_color: '#7a1f5c',
  });
});

test('of an institution without a name is answered in general words', async () => {
  const app = express();
  app.use(
    createWellKnownFilesRouter({
      backend: { execute: async () => ({ kind: 'data', json: '{}' }) },
      texts: QUERY_TEXTS,
      state: () => EMPTY_SITE_STATE,
      publisher: () => publisherOf(SITE, EMPTY_SITE_STATE, null),
      now: () => 0,
    }),
  );
  const answer = await request(app).get('/manifest.webmanifest');
  expect(answer.type).toBe('application/manifest+json');
  expect(JSON.parse(answer.text)).toMatchObject({ name: 'Instituto de Previdência', short_name: 'Previdência' });
});

test('the home page of an institution without a name has the general one', () => {
  const match = matchRoute(ROUTES, '/', new URLSearchParams());
  if (match.kind !== 'route') throw new Error('no route');
  expect(match.route.head({ input: match.input, state: EMPTY_SITE_STATE, main: null }).title).toBe('Instituto de Previdência');
});
