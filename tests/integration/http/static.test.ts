import fs from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaticRouter, publicPaths } from '../../../server/http/static.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { appOf } from './app.ts';

let folder = '';
let server: Listening;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'static-'));
  const clientDirectory = path.join(folder, 'client');
  const adminDirectory = path.join(folder, 'admin');
  const publicDirectory = path.join(folder, 'public');
  await mkdir(path.join(clientDirectory, 'assets/fonts'), { recursive: true });
  await mkdir(path.join(adminDirectory, 'assets'), { recursive: true });
  await mkdir(path.join(publicDirectory, 'icons'), { recursive: true });
  await writeFile(path.join(clientDirectory, 'assets/a-1b2c.js'), 'asset');
  await writeFile(path.join(clientDirectory, 'assets/fonts/f.woff2'), 'font');
  await writeFile(path.join(adminDirectory, 'assets/app-1b2c.js'), 'administration');
  await writeFile(path.join(clientDirectory, 'manifest.json'), 'private');
  await writeFile(path.join(publicDirectory, 'favicon.svg'), 'icon');
  await writeFile(path.join(publicDirectory, 'index.html'), 'index');
  await writeFile(path.join(publicDirectory, '.env'), 'secret');
  await writeFile(path.join(publicDirectory, 'icons/a.png'), 'icon');
  const files = createStaticRouter({ clientDirectory, adminDirectory, publicDirectory });
  server = await listening(appOf((_req, res) => void res.end('page'), [], { compressed: [files] }));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Sends the target as it is; `fetch` would resolve its dots and cut its fragment. */
async function answer(target: string, method = 'GET') {
  return await new Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }>((resolve, reject) => {
    const asked = httpRequest({ port: server.port, host: '127.0.0.1', path: target, method, agent: false }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, text, headers: res.headers }));
    });
    asked.on('error', reject).end();
  });
}

describe('static files', () => {
  it('the files of public have their addresses at the root', () => {
    expect([...publicPaths(path.join(folder, 'public'))]).toContain('/favicon.svg');
  });

  it.each([
    ['/assets/a-1b2c.js', 'asset'],
    ['/assets/fonts/f.woff2', 'font'],
    ['/assets/a-1b2c.js?x=%2e', 'asset'],
    ['/assets/app-1b2c.js', 'administration'],
  ])('files of the build are kept for a year: %s', async (target, text) => {
    const response = await answer(target);
    expect([response.status, response.text]).toEqual([200, text]);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers).not.toHaveProperty('cdn-cache-control');
  });

  it.each([
    ['/favicon.svg', 'icon'],
    ['/favicon.svg?v=2', 'icon'],
    ['/icons/a.png', 'icon'],
  ])('files whose bytes may change are kept for an hour: %s', async (target, text) => {
    const response = await answer(target);
    expect([response.status, response.text]).toEqual([200, text]);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'cdn-cache-control': 'max-age=3600, stale-while-revalidate=86400, stale-if-error=604800',
    });
  });

  it.each([
    ['a folder', '/'],
    ['a folder by its name', '/icons'],
    ['an escaped letter', '/f%61vicon.svg'],
    ['an empty segment', '//favicon.svg'],
    ['an empty segment inside', '/icons//a.png'],
    ['a segment of one dot', '/./favicon.svg'],
    ['a segment of two dots', '/icons/../favicon.svg'],
    ['a dot segment behind the name', '/icons/a.png/..'],
    ['a hidden file', '/.env'],
    ['a backslash', '/icons\\a.png'],
    ['a slash at the end', '/favicon.svg/'],
    ['a fragment', '/favicon.svg#x'],
    ['another case', '/FAVICON.SVG'],
    ['a file of the build outside its assets', '/manifest.json'],
  ])('do not answer %s', async (_case, target) => {
    expect((await answer(target)).text).toBe('page');
  });

  it('are not looked for at the address of a page', async () => {
    const stat = vi.spyOn(fs, 'stat');
    expect((await answer('/favicon.svg')).text).toBe('icon');
    const asked = stat.mock.calls.length;
    expect((await answer('/institucional/sobre')).text).toBe('page');
    expect([asked, stat.mock.calls.length]).toEqual([1, 1]);
    stat.mockRestore();
  });

  it('do not answer for the folder of assets in another case', async () => {
    expect((await answer('/ASSETS/a-1b2c.js')).text).not.toBe('asset');
  });

  it.each([
    ['POST', '/assets/a-1b2c.js'],
    ['DELETE', '/assets/none.js'],
    ['OPTIONS', '/assets/none.js'],
  ])('files below /assets can only be read: %s %s', async (method, target) => {
    const { status, headers } = await answer(target, method);
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('files that are missing below /assets are answered by an error and not by a page', async () => {
    expect((await answer('/assets/none.js')).status).toBe(404);
  });
});
