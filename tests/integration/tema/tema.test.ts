import express, { type Express } from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { createTema, type Tema } from '../../../server/tema/tema.ts';
import { type ConfiguracaoDoSite, EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

function estadoCom(cor: string | null): SiteState {
  const config = { nome: 'Instituto', sigla: 'IP', ente: 'Município', uf: 'SP', cor_primaria: cor } as ConfiguracaoDoSite;
  return { ...EMPTY_SITE_STATE, siteConfig: [config] };
}

function site(first: SiteState): { tema: Tema; app: Express; mudar: (estado: SiteState) => void } {
  let estado = first;
  const tema = createTema({ siteState: () => estado });
  const app = express().use(tema.router).use(errorHandler(SILENT_LOG));
  return {
    tema,
    app,
    mudar: (next) => {
      estado = next;
    },
  };
}

describe('the theme', () => {
  test('is an immutable stylesheet of four variables under three selectors', async () => {
    const { tema, app } = site(estadoCom('#0F5257'));
    const href = tema.href() ?? '';
    expect(href).toMatch(/^\/_tema\/[0-9a-f]{16}\.css$/);
    const response = await request(app).get(href);
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const tones =
      '--cor-primaria:#[0-9a-f]{6};--cor-primaria-forte:#[0-9a-f]{6};--cor-primaria-suave:#[0-9a-f]{6};--cor-sobre-primaria:#[0-9a-f]{6}';
    expect(response.text).toMatch(
      new RegExp(
        `^:root\\{${tones}\\}\\n@media \\(prefers-color-scheme: dark\\)\\{:root:not\\(\\[data-tema\\]\\)\\{${tones}\\}\\}\\n:root\\[data-tema="escuro"\\]\\{${tones}\\}\\n$`,
      ),
    );
    expect(response.text).toContain(':root{--cor-primaria:#0f5257;');
  });

  test.each([null, '', 'red', '#fff', '#000000}body{display:none', 'url(//evil.example)'])('has no address for the colour %j', (cor) => {
    expect(site(estadoCom(cor)).tema.href()).toBeNull();
  });

  test('has no address while the site has no configuration', () => {
    expect(site(EMPTY_SITE_STATE).tema.href()).toBeNull();
  });

  test('gets a new address with a new colour, and keeps the earlier one', async () => {
    const { tema, app, mudar } = site(estadoCom('#0f5257'));
    const before = tema.href() ?? '';
    mudar(estadoCom('#7a1f1f'));
    const after = tema.href() ?? '';
    expect(after).not.toBe(before);
    expect((await request(app).get(before)).text).toContain('#0f5257');
    expect((await request(app).get(after)).text).toContain('#7a1f1f');
  });

  test('is served by a process that has not rendered a page yet', async () => {
    const href = site(estadoCom('#0f5257')).tema.href() ?? '';
    expect((await request(site(estadoCom('#0f5257')).app).get(href)).status).toBe(200);
  });

  test('keeps a bounded number of old colours', async () => {
    const { tema, app, mudar } = site(estadoCom('#0f5257'));
    const first = tema.href() ?? '';
    for (let shade = 0; shade < 16; shade += 1) {
      mudar(estadoCom(`#0000${shade.toString(16).padStart(2, '0')}`));
      tema.href();
    }
    expect((await request(app).get(first)).headers['cache-control']).toBe('private, no-store');
  });

  test('answers for the colours of another replica with the current ones, which no cache keeps there', async () => {
    const { app } = site(estadoCom('#0f5257'));
    const { status, headers, text } = await request(app).get('/_tema/0123456789abcdef.css');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/css; charset=utf-8', 'private, no-store']);
    expect(text).toContain('--cor-primaria:#0f5257;');
  });

  test('is unknown while the site has no colours', async () => {
    expect((await request(site(estadoCom(null)).app).get('/_tema/0123456789abcdef.css')).status).toBe(404);
  });

  test.each(['/_tema/0123456789ABCDEF.css', '/_tema/..%2fsegredo.css', '/_tema/0123456789abcdef', '/_tema/%ff.css'])(
    '%s is unknown',
    async (path) => {
      const response = await request(site(estadoCom('#0f5257')).app).get(path);
      expect(response.status).toBe(path.includes('%ff') ? 400 : 404);
      expect(response.headers['cache-control']).toBe('private, no-store');
    },
  );

  test('answers 304 to its validator and 405 to other methods', async () => {
    const { tema, app } = site(estadoCom('#0f5257'));
    const href = tema.href() ?? '';
    const { headers } = await request(app).get(href);
    expect(
      (
        await request(app)
          .get(href)
          .set('If-None-Match', headers['etag'] ?? '')
      ).status,
    ).toBe(304);
    expect((await request(app).post(href)).status).toBe(405);
  });
});
