import express from 'express';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { installedCollections } from '../../../server/icons/collections.ts';
import { createIconsRouter } from '../../../server/icons/router.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const app = express()
  .use(createIconsRouter({ collections: installedCollections() }))
  .use(errorHandler(SILENT_LOG));

describe('/_icon', () => {
  test('answers Iconify JSON of the icons that exist', async () => {
    const response = await request(app).get('/_icon/lucide.json?icons=house,nao-existe,home');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ prefix: 'lucide', width: 24, height: 24 });
    expect(Object.keys(response.body.icons)).toEqual(['home', 'house']);
    expect(response.body.icons.house.body).toMatch(/^<(g|path)/);
    expect(response.headers['cache-control']).toBe('public, max-age=604800');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('answers an empty set when no icon exists, also for names of object properties', async () => {
    const response = await request(app).get('/_icon/lucide.json?icons=constructor,nao-existe');
    expect([response.status, response.body.icons]).toEqual([200, {}]);
  });

  test('answers the same for icons in any order, and 304 to its entity tag', async () => {
    const first = await request(app).get('/_icon/lucide.json?icons=house,map');
    const second = await request(app).get('/_icon/lucide.json?icons=map,house,map');
    expect(second.text).toBe(first.text);
    const again = await request(app)
      .get('/_icon/lucide.json?icons=map,house')
      .set('If-None-Match', first.headers['etag'] ?? '');
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test.each([
    ['/_icon/mdi.json?icons=home', 404, 'RESOURCE_NOT_FOUND'],
    ['/_icon/toString.json?icons=home', 404, 'RESOURCE_NOT_FOUND'],
    ['/_icon/lucide.svg?icons=home', 404, 'RESOURCE_NOT_FOUND'],
    ['/_icon/%2f%2fevil.example.json?icons=home', 404, 'RESOURCE_NOT_FOUND'],
    ['/_icon/lucide.json', 400, 'BAD_ICON_REQUEST'],
    [`/_icon/lucide.json?icons=${'a,'.repeat(50)}a`, 400, 'BAD_ICON_REQUEST'],
  ])('%s answers %i %s and is not kept', async (path, status, code) => {
    const response = await request(app).get(path);
    expect([response.status, response.body.code, response.headers['cache-control']]).toEqual([status, code, 'private, no-store']);
  });

  test('answers 405 to other methods', async () => {
    const response = await request(app).post('/_icon/lucide.json?icons=house');
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test('answers HEAD without a body', async () => {
    const response = await request(app).head('/_icon/lucide.json?icons=house');
    expect([response.status, response.text]).toEqual([200, undefined]);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(100);
  });
});
