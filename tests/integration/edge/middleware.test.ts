/** The edge as one middleware of an Express app. */
import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createEdge, edgeMiddleware } from '../../../server/edge/index.ts';
import { listening } from '../../support/listening.ts';

test('answers through its own origin and leaves what goes straight through to the chain', async () => {
  let renders = 0;
  const pages = express();
  pages.get('/page', (_req, res) => {
    renders += 1;
    res.set('Cache-Control', 'max-age=60').send(`page ${renders}`);
  });
  const edge = createEdge({ origin: pages, straightThrough: (req) => req.url === '/health' });
  const app = express();
  app.use(edgeMiddleware(edge));
  app.get('/health', (_req, res) => {
    res.send('well');
  });
  await using site = await listening(app);
  const ask = supertest(site.origin);
  expect((await ask.get('/page')).text).toBe('page 1');
  const second = await ask.get('/page');
  expect([second.text, second.headers['cache-status']]).toEqual(['page 1', expect.stringMatching(/^edge; hit/)]);
  expect((await ask.get('/health')).text).toBe('well');
});
