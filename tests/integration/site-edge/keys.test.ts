/** One resource has one key: variations of a request neither multiply stored responses nor falsify them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStaticRouter } from '../../../server/http/static.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { gate, until } from '../edge/harness.ts';
import { siteApp, startSite } from './site-world.ts';

let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'site-edge-'));
  await mkdir(path.join(directory, 'client/assets'), { recursive: true });
  await mkdir(path.join(directory, 'public'));
  await writeFile(path.join(directory, 'client/assets/entry-abc123.js'), 'export const entry = 1;');
  await writeFile(path.join(directory, 'public/favicon.svg'), '<svg/>');
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('files of the build', () => {
  const app = () =>
    siteApp((site) => {
      site.use(
        createStaticRouter({
          clientDirectory: path.join(directory, 'client'),
          adminDirectory: path.join(directory, 'admin'),
          publicDirectory: path.join(directory, 'public'),
        }),
      );
      site.use(() => {
        throw new AppError('RESOURCE_NOT_FOUND');
      });
    });

  test.each([
    '//favicon.svg',
    '/./favicon.svg',
    '/x/../favicon.svg',
    '/%66avicon.svg',
    '/assets/..%2ffavicon.svg',
    '/assets/%2e%2e/favicon.svg',
    '/ASSETS/entry-abc123.js',
    '/assets//entry-abc123.js',
    '/assets/x/../entry-abc123.js',
    '/assets/%65ntry-abc123.js',
    '/assets/entry-abc123.js/',
    '/assets\\entry-abc123.js',
  ])('%s is not another address of one', async (spelling) => {
    await using site = await startSite(app());
    expect((await site.get(spelling)).status).toBe(404);
    expect(site.edge.stats()).toMatchObject({ entries: 0 });
  });

  test.each(['/favicon.svg?v=2', '/favicon.svg#x', '/favicon.svg?#x', 'http://evil.test/favicon.svg'])(
    '%s is the same stored file',
    async (spelling) => {
      await using site = await startSite(app());
      expect(await site.get('/favicon.svg')).toMatchObject({ status: 200, body: '<svg/>' });
      expect(await site.get(spelling)).toMatchObject({ status: 200, body: '<svg/>' });
      expect(site.asked).toHaveLength(1);
    },
  );

  test('the hashed ones are served and stored', async () => {
    await using site = await startSite(app());
    for (const time of [1, 2]) {
      const { status, headers } = await site.get('/assets/entry-abc123.js');
      expect({ time, status, control: headers['cache-control'] }).toEqual({
        time,
        status: 200,
        control: 'public, max-age=31536000, immutable',
      });
    }
    expect(site.asked).toHaveLength(1);
  });
});

describe('pictures', () => {
  const PICTURE = '/_image?url=%2Ffavicon.svg&w=320';

  test('a field that Connection removes does not choose the key', async () => {
    await using site = await startSite((req, res) => {
      res.setHeader('CDN-Cache-Control', 'max-age=600');
      res.setHeader('Vary', 'Accept');
      res.end(acceptsNone(req.headers.accept) ? 'png' : 'webp');
    });
    // Without the field the origin sends WebP, which must not become the answer for those who cannot show it.
    const poison = await site.get(PICTURE, { headers: { Accept: 'image/png', Connection: 'close, Accept' } });
    expect(poison.body).toBe('webp');
    expect((await site.get(PICTURE, { headers: { Accept: 'image/png' } })).body).toBe('png');
  });
});

function acceptsNone(accept: string | undefined): boolean {
  return accept === 'image/png';
}

describe('icons', () => {
  test.each(['lupa,casa', 'casa,lupa,casa', '%63asa,lupa', 'casa%2Clupa'])('asked for as %s are one address', async (icons) => {
    await using site = await startSite((_req, res) => {
      res.setHeader('CDN-Cache-Control', 'max-age=600');
      res.end('{}');
    });
    await site.get('/_icon/lucide.json?icons=casa,lupa');
    await site.get(`/_icon/lucide.json?icons=${icons}`);
    expect(site.asked.map(({ url }) => url)).toEqual(['/_icon/lucide.json?icons=casa,lupa']);
  });

  test.each(['icons=casa&x=1', 'icons=', 'icons=CASA', 'x=1', ''])('the query "%s" reaches the service as none', async (query) => {
    await using site = await startSite((_req, res) => res.end('{}'));
    await site.get(`/_icon/lucide.json?${query}`);
    expect(site.asked.map(({ url }) => url)).toEqual(['/_icon/lucide.json']);
  });
});

describe('pages', () => {
  test.each([
    ['Host', 'evil.test'],
    ['X-Forwarded-Host', 'evil.test'],
    ['X-Forwarded-Proto', 'http'],
    ['Forwarded', 'host=evil.test'],
    ['X-Original-URL', '/admin'],
    ['Accept-Language', 'en'],
    ['Accept', 'application/json'],
    ['Save-Data', 'on'],
    ['Cookie', 'tema=escuro'],
    ['User-Agent', 'x'],
    ['X-Request-Id', 'abcdefgh12345'],
    ['X-HTTP-Method-Override', 'POST'],
    ['Cache-Control', 'no-cache'],
    ['Cache-Control', 'no-store'],
    ['Range', 'bytes=0-1'],
    ['Pragma', 'no-cache'],
    ['If-Match', '"x"'],
    ['If-Unmodified-Since', 'Sat, 21 Nov 2020 12:00:00 GMT'],
    ['If-Modified-Since', 'Sat, 21 Nov 2020 12:00:00 GMT'],
    ['If-None-Match', '"x"'],
    ['If-Range', '"x"'],
  ])('%s makes no second stored response', async (name, value) => {
    await using site = await startSite((_req, res) => {
      res.setHeader('CDN-Cache-Control', 'max-age=600');
      res.end('page');
    });
    await site.get('/informacoes/faq', { headers: { [name]: value } });
    await site.get('/informacoes/faq');
    await site.get('/informacoes/faq', { headers: { [name]: `${value}x` } });
    expect(site.asked).toHaveLength(1);
    expect(site.asked[0]?.url).toBe('/informacoes/faq');
  });

  test.each(['utm_source', '__proto__'])('the parameter %s, which the route does not declare, is not forwarded', async (name) => {
    await using site = await startSite((_req, res) => {
      res.setHeader('CDN-Cache-Control', 'max-age=600');
      res.end('page');
    });
    for (const value of [1, 2, 3]) await site.get(`/informacoes/faq?${name}=${value}`);
    expect(site.asked.map(({ url }) => url)).toEqual(['/informacoes/faq']);
  });
});

describe('lists', () => {
  test.each(['ordem=recentes', 'ordem=', 'pagina=1', 'por_pagina=20', 'q=%20%20'])(
    'lists with %s, which they read as if it were not there, are rendered once',
    async (query) => {
      await using site = await startSite((_req, res) => {
        res.setHeader('CDN-Cache-Control', 'max-age=600');
        res.end('list');
      });
      await site.get('/informacoes/noticias');
      await site.get(`/informacoes/noticias?${query}`);
      expect(site.asked.map(({ url }) => url)).toEqual(['/informacoes/noticias']);
    },
  );
});

describe('what passes the edge by', () => {
  const straight = async (path: string, method = 'POST'): Promise<boolean> => {
    await using site = await startSite((_req, res) => res.end('answer'));
    const { headers } = await site.get(path, { method });
    return headers['cache-status'] === undefined;
  };

  test.each([
    '/health/live',
    '/health/ready?x=1',
    '/health',
    '/healthz',
    '/builds/latest.json',
    '/builds/meta/b1.json',
    '/_edge/stats',
    '/_edge/purge',
    '/_hooks/x',
    '/v1/graphql',
    '/v1/graphql?x',
    '/v1/graphql#x',
    '/_avaliacao',
    '/_novidades',
    '/_novidades/sair/x',
  ])('%s, in either form of a target', async (path) => {
    expect([await straight(path), await straight(`http://e${path}`), await straight(`HTTPS://e:8443${path}`)]).toEqual([true, true, true]);
    expect(await straight(path, 'GET')).toBe(true);
  });

  test.each([
    '/',
    '/healthX',
    '/health.',
    '/healthzz',
    '/buildsX',
    '/_edgeX',
    '/v1/graphqlX',
    '/_novidadesX',
    '/v1/graphql.json',
    '/x/v1/graphql',
    '//e/v1/graphql',
  ])('is not %s', async (path) => {
    expect([await straight(path), await straight(`http://e${path}`)]).toEqual([false, false]);
  });

  test('no POST to it invalidates anything, and none beside it parts who waits for another key', async () => {
    const ready = gate();
    await using site = await startSite(async (req, res) => {
      if (req.method === 'POST') {
        res.end('{}');
        return;
      }
      await ready.opened;
      res.setHeader('CDN-Cache-Control', 'max-age=600');
      res.end('page');
    });
    const crowd = [site.open('/')];
    await until(() => site.edge.stats().flights === 1);
    for (const target of ['/v1/graphql', 'http://e/v1/graphql', '/v1/graphql/x', '/outra', '//v1/graphql', '/V1/GRAPHQL']) {
      expect((await site.get(target, { method: 'POST', body: '{}' })).status).toBe(200);
      crowd.push(site.open('/'));
      await until(() => site.edge.stats().joins === crowd.length - 1 || site.asked.filter(({ method }) => method === 'GET').length > 1);
    }
    ready.open();
    await Promise.all(crowd.map(({ answer }) => answer));
    expect(site.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });
});
