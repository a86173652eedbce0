/** Express apps as origins: they answer unmatched requests with 404, and their errors end neither the edge nor the process. */
import express, { type Express } from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createEdge, type EdgeEvent, type Origin } from '../../../../server/edge/index.ts';
import { listening } from '../../../support/listening.ts';

function app(): Express {
  const made = express();
  made.get('/later', (_req, _res, next) => {
    setImmediate(() => next());
  });
  made.get('/fault', (_req, _res, next) => {
    setImmediate(() => next(Object.assign(new Error('refused'), { status: 403 })));
  });
  made.get('/', (_req, res) => {
    res.set('Cache-Control', 'max-age=60').send('a');
  });
  return made;
}

test.each([
  ['an app', app()],
  ['a handler that calls an app', (req, res) => app()(req, res)],
] satisfies readonly (readonly [string, Origin])[])(
  '%s answers forwarded and excluded requests, with 404 and errors of its own',
  async (_what, origin) => {
    const faults: EdgeEvent[] = [];
    const edge = createEdge({
      origin,
      exclude: ({ url }) => url === '/excluded',
      report: (event) => {
        if ('cause' in event) faults.push(event);
      },
    });
    await using at = await listening(edge.listener);
    const answers = await Promise.all(
      ['/', '/none', '/later', '/fault', '/excluded'].map(async (path) => (await fetch(at.origin + path)).status),
    );
    expect({ answers, faults }).toEqual({ answers: [200, 404, 404, 403, 404], faults: [] });
  },
);

test('an app is asked once for a cached page, and each time for an excluded path', async () => {
  let renders = 0;
  const pages = express();
  pages.get('/page', (_req, res) => {
    renders += 1;
    res.set('Cache-Control', 'max-age=60').send(`page ${renders}`);
  });
  pages.get('/health', (_req, res) => {
    res.send('well');
  });
  const edge = createEdge({ origin: pages, exclude: (req) => req.url === '/health' });
  await using site = await listening(edge.listener);
  const ask = supertest(site.origin);
  expect((await ask.get('/page')).text).toBe('page 1');
  const second = await ask.get('/page');
  expect([second.text, second.headers['cache-status']]).toEqual(['page 1', expect.stringMatching(/^edge; hit/)]);
  const health = await ask.get('/health');
  expect([health.text, health.headers['cache-status']]).toEqual(['well', undefined]);
});
