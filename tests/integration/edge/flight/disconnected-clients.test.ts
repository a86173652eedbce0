/** Those who wait for an exchange of another and go away before it answers: nothing of them stays behind. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listening } from '../../../support/listening.ts';
import { collectGarbage, gate, openRequest, type Pending, startWorld, until, type World } from '../harness.ts';

let ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(ends.map((end) => end()));
  ends = [];
});

interface WatchedWorld extends World {
  /** Responses whose connection the edge has seen go. */
  readonly gone: () => number;
  readonly responses: readonly WeakRef<ServerResponse>[];
}

/** The world behind a server that counts what its clients do. */
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

test('their places are free for others at once', async () => {
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
  await until(() => at.asked.length === 1);
  const waiters = [at.open('/'), at.open('/')];
  await until(() => at.edge.stats().joins === 2);
  await leave(waiters, at);
  const others = [at.open('/'), at.open('/')];
  await until(() => at.asked.length + at.edge.stats().joins === 5);
  head.open();
  for (const { answer } of [leader, ...others]) expect((await answer).body).toBe('x');
  expect(at.asked).toHaveLength(1);
  expect(at.edge.stats().waitersRefused).toBe(0);
});

test.each([
  ['of a stream', false],
  ['of what is settled', true],
])('their requests are let go of while the wait %s goes on', async (_what, settles) => {
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
  await until(() => at.asked.length === 1);
  if (settles) await leader.answer;
  const before = at.responses.length;
  const crowd = Array.from({ length: 20 }, () => at.open('/'));
  await until(() => at.edge.stats().joins === 20);
  await leave(crowd, at);
  await collectGarbage();
  const left = at.responses.slice(before).filter((response) => response.deref() !== undefined);
  // The last ones may still stand in a handle of Node's that the next connection takes over.
  expect(left.length).toBeLessThan(5);
  head.open();
  expect((await leader.answer).complete).toBe(true);
});
