/** Apps of Express as origins: what they leave unanswered is their own 404, and ends neither the edge nor the process. */
import express, { type Express } from 'express';
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
  ['an app that a handler calls', (req, res) => app()(req, res)],
] satisfies readonly (readonly [string, Origin])[])('%s is an origin like any other', async (_what, origin) => {
  const faults: EdgeEvent[] = [];
  const edge = createEdge({
    origin,
    straightThrough: ({ url }) => url === '/straight',
    report: (event) => {
      if ('cause' in event) faults.push(event);
    },
  });
  await using at = await listening(edge.listener);
  const answers = await Promise.all(
    ['/', '/none', '/later', '/fault', '/straight'].map(async (path) => (await fetch(at.origin + path)).status),
  );
  expect({ answers, faults }).toEqual({ answers: [200, 404, 404, 403, 404], faults: [] });
});
