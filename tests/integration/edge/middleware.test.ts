/** The edge as one middleware of an Express app. */
import { request } from 'node:http';
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

test.each(['GET', 'POST'])('ends what it asks of its origin by %s for one who has gone before it is reached', async (method) => {
  const [begun, reached, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const edge = createEdge({
    origin: (_req, res) => {
      res.once('close', ended.resolve);
      res.writeHead(200, { 'Cache-Control': 'no-store' });
      // More than is held for whoever reads: without a reader who goes, it would wait for room for ever.
      for (let part = 0; part < 10; part += 1) res.write(Buffer.alloc(65_536));
      reached.resolve();
    },
  });
  const app = express();
  app.use((_req, res, next) => {
    res.once('close', next);
    begun.resolve();
  });
  app.use(edgeMiddleware(edge));
  await using site = await listening(app);
  const client = request(site.origin, { method, agent: false }).on('error', () => undefined);
  client.end();
  await begun.promise;
  client.destroy();
  await reached.promise;
  await ended.promise;
  expect(edge.stats().flights).toBe(0);
});
