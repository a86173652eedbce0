/** Origins that start a response and stop writing. */
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

test('closes the connections of the clients of an idle body and stores nothing', async () => {
  let cut = false;
  world = await startWorld((_req, res) => {
    res.on('close', () => {
      cut = true;
    });
    res.setHeader('Cache-Control', 'max-age=600');
    res.write('begun');
  });
  const client = world.open('/');
  const joiner = world.open('/');
  expect(await client.firstBytes).toBe('begun');
  expect(await joiner.firstBytes).toBe('begun');
  world.clock.advance(61);
  expect(await client.answer).toMatchObject({ complete: false, body: 'begun' });
  expect(await joiner.answer).toMatchObject({ complete: false });
  await until(() => cut);
  expect(world.edge.stats()).toMatchObject({ entries: 0, flights: 0, originFailures: 1 });
});

test('counts the option’s milliseconds from the last byte', async () => {
  const responses: ServerResponse[] = [];
  world = await startWorld(
    (_req, res) => {
      responses.push(res);
      res.setHeader('Cache-Control', 'max-age=600');
      res.write('1');
    },
    { originIdleMs: 5_000 },
  );
  const client = world.open('/');
  await client.firstBytes;
  for (const byte of ['2', '3', '4']) {
    world.clock.advance(4);
    responses[0]?.write(byte);
  }
  world.clock.advance(4);
  responses[0]?.end('5');
  expect(await client.answer).toMatchObject({ complete: true, body: '12345' });
  world.clock.advance(60);
  expect(world.edge.stats()).toMatchObject({ entries: 1, originFailures: 0 });
});

test('the stored response stays when its background revalidation is idle', async () => {
  let count = 0;
  world = await startWorld(
    (_req, res) => {
      count += 1;
      res.setHeader('Cache-Control', 'max-age=1, stale-while-revalidate=600');
      if (count === 1) res.end('first');
      else res.write('never whole');
    },
    { originIdleMs: 5_000 },
  );
  await world.get('/');
  world.clock.advance(3);
  expect((await world.get('/')).body).toBe('first');
  await until(() => count === 2);
  world.clock.advance(6);
  await until(() => world?.edge.stats().refreshesRunning === 0);
  expect(await world.get('/')).toMatchObject({ body: 'first', complete: true });
});

test('answers 504 where nothing has been sent to the client', async () => {
  let count = 0;
  world = await startWorld((_req, res) => {
    count += 1;
    res.statusCode = 206;
    res.setHeader('Cache-Control', 'max-age=600').setHeader('ETag', '"a"');
    res.setHeader('Content-Range', count === 1 ? 'bytes 0-4/10' : 'bytes 5-9/10');
    if (count === 1) res.end('01234');
    else res.write('56');
  });
  await world.get('/', { headers: { Range: 'bytes=0-4' } });
  const whole = world.open('/');
  await until(() => count === 2);
  world.clock.advance(61);
  expect((await whole.answer).status).toBe(504);
  // The incomplete response itself stays stored.
  expect((await world.get('/', { headers: { Range: 'bytes=1-2' } })).body).toBe('12');
});
