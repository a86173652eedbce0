/** A clock that is set back must not extend any lifetime or wait by the step. */
import { afterEach, describe, expect, test } from 'vitest';
import { gate, numbered, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const DAY = 86_400;

describe('a clock that is set back', () => {
  test('a clock set back by a day makes stored responses stale, once', async () => {
    const at = await startWorld(numbered({ 'Cache-Control': 'max-age=300' }));
    world = at;
    await at.get('/');
    at.clock.advance(-DAY);
    expect(await at.get('/')).toMatchObject({
      body: 'answer 2',
      headers: { 'cache-status': expect.stringMatching(/^edge; fwd=stale; fwd-status=200; stored/) as string },
    });
    expect(await at.get('/')).toMatchObject({ body: 'answer 2', headers: { age: '0', 'cache-status': 'edge; hit; ttl=300' } });
    at.clock.advance(301);
    expect((await at.get('/')).body).toBe('answer 3');
  });

  test('does not allow stale-while-revalidate, because the time since expiry is unknown', async () => {
    const at = await startWorld(numbered({ 'Cache-Control': 'max-age=300, stale-while-revalidate=600' }));
    world = at;
    await at.get('/');
    at.clock.advance(-DAY);
    expect((await at.get('/')).body).toBe('answer 2');
  });

  test('a clock set back by less than a second changes nothing', async () => {
    const at = await startWorld(numbered({ 'Cache-Control': 'max-age=300' }));
    world = at;
    await at.get('/');
    at.clock.advance(-1);
    expect(await at.get('/')).toMatchObject({ body: 'answer 1', headers: { age: '0' } });
  });

  test('still allows stale-if-error, with an age of zero or more and a negative ttl', async () => {
    let broken = false;
    const at = await startWorld(
      (_req, res) => {
        res.statusCode = broken ? 503 : 200;
        res.setHeader('Cache-Control', 'max-age=300, stale-if-error=600');
        res.end('answer');
      },
      { backoff: { first: 60, atMost: 60 } },
    );
    world = at;
    await at.get('/');
    broken = true;
    at.clock.advance(-DAY);
    for (const status of ['edge; fwd=stale; ttl=-1; detail=stale-if-error', 'edge; hit; ttl=-1; detail=stale-if-error']) {
      expect(await at.get('/')).toMatchObject({ status: 200, headers: { age: '0', 'cache-status': status } });
    }
  });

  test('ends the backoff after a failure', async () => {
    let asked = 0;
    const at = await startWorld(
      (_req, res) => {
        asked += 1;
        res.statusCode = asked === 1 ? 200 : 503;
        res.setHeader('Cache-Control', 'max-age=1, stale-if-error=600');
        res.end('answer');
      },
      { backoff: { first: 60, atMost: 60 } },
    );
    world = at;
    await at.get('/');
    at.clock.advance(2);
    await at.get('/');
    await at.get('/');
    expect(asked).toBe(2);
    at.clock.advance(-DAY);
    await at.get('/');
    expect(asked).toBe(3);
  });

  test('ends hit-for-miss', async () => {
    const released = gate();
    let shared = false;
    const at = await startWorld(async (_req, res) => {
      res.setHeader('Cache-Control', shared ? 'max-age=60' : 'private');
      if (shared) await released.opened;
      res.end('answer');
    });
    world = at;
    await at.get('/');
    shared = true;
    at.clock.advance(-DAY);
    const clients = [1, 2, 3].map(() => at.open('/'));
    await until(() => at.forwarded.length + at.edge.stats().joins === 4);
    expect(at.forwarded).toHaveLength(2);
    released.open();
    await Promise.all(clients.map(({ answer }) => answer));
  });
});
