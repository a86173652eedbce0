import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { createBuildsRouter } from '../../../server/builds/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { parseBuildMeta, parseLatestBuild } from '../../../shared/builds/build.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const app = express()
  .use(createBuildsRouter({ build: { id: 'abc123', timestamp: 1_767_225_600_000 }, routes: ROUTES }))
  .use(errorHandler(SILENT_LOG));

describe('/builds', () => {
  it('answers the latest build with max-age=1', async () => {
    const { status, body, headers } = await request(app).get('/builds/latest.json?1767225600');
    expect([status, parseLatestBuild(body)]).toEqual([200, { id: 'abc123', timestamp: 1_767_225_600_000 }]);
    expect(headers['cache-control']).toBe('public, max-age=1');
  });

  it('answers the record of the running build as immutable, with the routes that have a payload', async () => {
    const { status, body, headers } = await request(app).get('/builds/meta/abc123.json');
    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('immutable');
    const meta = parseBuildMeta(body);
    expect(meta?.prerendered).toContain('/');
    expect(meta?.prerendered).toContain('/lai/MenuCompleto');
    expect(meta?.prerendered.some((path) => path.includes(':'))).toBe(false);
  });

  it.each(['/builds/meta/outro.json', '/builds/meta/ABC123.json', '/builds/', '/builds/latest.json/x', '/builds/meta/..%2Flatest.json'])(
    'answers %s with a 404 in JSON',
    async (path) => {
      const { status, body, headers } = await request(app).get(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toContain('application/json');
      expect(body).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
      expect(parseBuildMeta(body)).toBeNull();
    },
  );

  it('answers 405 with Allow to POST, and HEAD without content', async () => {
    const { status, headers } = await request(app).post('/builds/latest.json');
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect((await request(app).head('/builds/latest.json')).text).toBeUndefined();
  });
});
