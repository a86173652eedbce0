/** Clients that disconnect: those collapsed with the request of another client, and the one that the exchange was started for. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createEdge } from '../../../../server/edge/index.ts';
import { listening } from '../../../support/listening.ts';
import { collectGarbage, gate, openRequest, type Pending, startWorld, until, type World } from '../harness.ts';

let ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(ends.map((end) => end()));
  ends = [];
});

interface WatchedWorld extends World {
  /** Number of responses whose connection has closed. */
  readonly gone: () => number;
  readonly responses: readonly WeakRef<ServerResponse>[];
}

/** Starts a world behind a server that counts closed connections. */
async function startWatched(...given: Parameters<typeof startWorld>): Promise<WatchedWorld> {
  const world = await startWorld(...given);
  const responses: WeakRef<ServerResponse>[] = [];
  let gone = 0;
  const { port, close } = await listening((req: IncomingMessage, res: ServerResponse) => {
    responses.push(new WeakRef(res));
    res.once('close', () => {
      gone += 1;
    });
    world.edge.listener(req, res);
  });
  ends.push(close, () => world.close());
  return { ...world, open: (path, ask): Pending => openRequest(port, path, ask), gone: () => gone, responses };
}

async function leave(pending: readonly Pending[], at: WatchedWorld): Promise<void> {
  const before = at.gone();
  for (const one of pending) one.leave();
  await Promise.allSettled(pending.map(({ answer }) => answer));
  await until(() => at.gone() === before + pending.length);
}

test('a collapsed client that disconnects frees its place among the waiters', async () => {
  const head = gate();
  const at = await startWatched(
    async (_req, res) => {
      await head.opened;
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('x');
    },
    { bounds: { waiters: 2 } },
  );
  const leader = at.open('/');
  await until(() => at.forwarded.length === 1);
  const waiters = [at.open('/'), at.open('/')];
  await until(() => at.edge.stats().joins === 2);
  await leave(waiters, at);
  const others = [at.open('/'), at.open('/')];
  await until(() => at.forwarded.length + at.edge.stats().joins === 5);
  head.open();
  for (const { answer } of [leader, ...others]) expect((await answer).body).toBe('x');
  expect(at.forwarded).toHaveLength(1);
  expect(at.edge.stats().waitersRefused).toBe(0);
});

test.each([
  ['a stream', false],
  ['a settled response', true],
])('collapsed clients that disconnect are garbage collected while others wait for %s', async (_what, settles) => {
  const head = gate();
  const at = await startWatched(async (_req, res, exchange) => {
    if (settles) {
      exchange.settle(head.opened.then(() => null));
      res.setHeader('CDN-Cache-Control', 'no-store');
      res.write('streamed');
    } else {
      await head.opened;
    }
    res.end();
  });
  const leader = at.open('/');
  await until(() => at.forwarded.length === 1);
  if (settles) await leader.answer;
  const before = at.responses.length;
  const waiters = Array.from({ length: 20 }, () => at.open('/'));
  await until(() => at.edge.stats().joins === 20);
  await leave(waiters, at);
  await collectGarbage();
  const left = at.responses.slice(before).filter((response) => response.deref() !== undefined);
  // Node may retain the last ones in handles that it reuses for the next connection.
  expect(left.length).toBeLessThan(5);
  head.open();
  expect((await leader.answer).complete).toBe(true);
});

test.each(['GET', 'POST'])('ends the exchange of a %s whose client disconnected before the edge received it', async (method) => {
  const [received, called, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const edge = createEdge({
    origin: (_req, res) => {
      res.once('close', ended.resolve);
      res.writeHead(200, { 'Cache-Control': 'no-store' });
      // More than is buffered for a reader: without one, the origin would be asked to wait for ever.
      for (let part = 0; part < 10; part += 1) res.write(Buffer.alloc(65_536));
      called.resolve();
    },
  });
  await using site = await listening((req, res) => {
    res.once('close', () => edge.listener(req, res));
    received.resolve();
  });
  const client = request(site.origin, { method, agent: false }).on('error', () => undefined);
  client.end();
  await received.promise;
  client.destroy();
  await called.promise;
  await ended.promise;
  expect(edge.stats().flights).toBe(0);
});
