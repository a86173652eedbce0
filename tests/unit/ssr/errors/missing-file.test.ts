import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { iconInstead, isFilePath, sendMissingFile } from '../../../../server/ssr/errors/missing-file.ts';
import { type ConfiguracaoDoSite, EMPTY_SITE_STATE } from '../../../../shared/site-state/site-state.ts';

describe('isFilePath', () => {
  it.each([
    ['/a.png', true],
    ['/a/b.PHP', true],
    ['/.env', true],
    ['/a.mp3', true],
    ['/a', false],
    ['/', false],
    ['/a.b/c', false],
    ['/a.', false],
    ['/versao-2.1', false],
    ['/a.b-c', false],
  ])('says of %s: %s', (path, isFile) => {
    expect(isFilePath(path)).toBe(isFile);
  });
});

describe('iconInstead', () => {
  const withIcon = (favicon: string) => ({ ...EMPTY_SITE_STATE, siteConfig: [{ favicon } as ConfiguracaoDoSite] });

  it('sends browsers that guess to the icon of the site, or to the configured one', () => {
    expect(iconInstead('/favicon.ico', withIcon('/i/a.svg'), '/favicon.svg')).toBe('/i/a.svg');
    expect(iconInstead('/favicon.ico', EMPTY_SITE_STATE, '/favicon.svg')).toBe('/favicon.svg');
  });

  it('does not redirect /favicon.ico to itself', () => {
    expect(iconInstead('/favicon.ico', EMPTY_SITE_STATE, '/favicon.ico')).toBeNull();
  });

  it('redirects no other address', () => {
    expect(iconInstead('/favicon.png', EMPTY_SITE_STATE, '/favicon.svg')).toBeNull();
  });
});

describe('sendMissingFile', () => {
  const app = express().use((req, res) => sendMissingFile(req, res, '/a<b>.png'));

  it('answers 404 in one text that names the path, and is not stored', async () => {
    const response = await request(app).get('/a<b>.png');
    const body = 'O endereço pedido não existe.\nPage not found: /a&lt;b&gt;.png\n';
    expect([response.status, response.text]).toEqual([404, body]);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-language': 'pt-BR',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'private, no-store',
    });
  });

  it('has no content for HEAD', async () => {
    const response = await request(app).head('/a.png');
    expect([response.status, response.text]).toEqual([404, undefined]);
  });
});
