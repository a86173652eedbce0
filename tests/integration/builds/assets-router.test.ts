import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { createAssetsRouter } from '../../../server/builds/assets-router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const asked: string[] = [];
const FILES = new Map([
  ['estilos-BxXFJF0X.css', 'a{color:red}'],
  ['comum-D6PmyQKl.js', 'export{}'],
  ['source-sans-3-latin-wght-italic-Bg-PIjcQ.woff2', 'wOF2'],
]);
const app = express()
  .disable('etag')
  .use(
    createAssetsRouter({
      find: async (name) => {
        asked.push(name);
        if (name === 'falha-00000000.js') throw new Error('postgres://user:senha@10.0.0.7');
        const text = FILES.get(name);
        return text === undefined ? null : Buffer.from(text);
      },
    }),
  )
  .use((_req, res) => void res.status(404).end())
  .use(errorHandler(SILENT_LOG));

describe('/assets of other builds', () => {
  it.each([
    ['estilos-BxXFJF0X.css', 'text/css; charset=utf-8'],
    ['comum-D6PmyQKl.js', 'text/javascript; charset=utf-8'],
    ['source-sans-3-latin-wght-italic-Bg-PIjcQ.woff2', 'font/woff2'],
  ])('answers %s as immutable, with its type', async (name, type) => {
    const { status, headers, body, text } = await request(app).get(`/assets/${name}`);
    expect([status, text ?? String(body)]).toEqual([200, FILES.get(name)]);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `W/"${name}"`,
    });
  });

  it('answers HEAD and conditional requests without content', async () => {
    const head = await request(app).head('/assets/estilos-BxXFJF0X.css');
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '12', undefined]);
    const known = await request(app).get('/assets/estilos-BxXFJF0X.css').set('If-None-Match', 'W/"estilos-BxXFJF0X.css"');
    expect([known.status, known.text]).toEqual([304, '']);
  });

  it.each([
    '/assets/estilos.css',
    '/assets/estilos-BxXFJF0X.html',
    '/assets/estilos-BxXFJF0X.css.map',
    '/assets/estilos-BxXFJF0%58.css',
    '/assets/..-BxXFJF0X.css',
    '/assets/fontes/estilos-BxXFJF0X.css',
    '/assets/estilos-BxXFJF0X.css/',
    `/assets/${'a'.repeat(200)}-BxXFJF0X.css`,
  ])('hands %s on without asking for it', async (path) => {
    asked.length = 0;
    expect((await request(app).get(path)).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it('hands on what no build has', async () => {
    expect((await request(app).get('/assets/nada-00000000.js')).status).toBe(404);
  });

  it('answers 503 while it is unknown whether a build has the file', async () => {
    const { status, headers, text } = await request(app).get('/assets/falha-00000000.js');
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'private, no-store']);
    expect(text).not.toContain('senha');
  });
});
