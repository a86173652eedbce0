/** The live queries of the administration over a real socket. */

import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createLiveQueries } from '../../../client/admin/data/live.ts';
import { subscriptionSite } from '../graphql-gateway/subscription-site.ts';

/** What was told of one query, and its end. */
function listener() {
  const told: unknown[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { told, ended, onData: (data: unknown) => void told.push(data), onEnd: () => end() };
}

const query = 'subscription { presenca { usuario } }';

describe('a live query of the administration', () => {
  test('tells the answer and each other one, until it is ended', async () => {
    await using site = await subscriptionSite();
    const follow = createLiveQueries({ url: () => site.url, webSocketImpl: WebSocket });
    const ana = listener();
    const stop = follow({ query, variables: { chave: '1' }, ...ana });
    const asked = await site.backend.next();
    expect([asked.request.query, asked.request.variables]).toEqual([query, { chave: '1' }]);
    asked.answer('{"presenca":[]}');
    await expect.poll(() => ana.told).toEqual([{ presenca: [] }]);
    asked.answer('{"presenca":[{"usuario":"b"}]}');
    await expect.poll(() => ana.told.length).toBe(2);
    stop();
    await new Promise<void>((resolve) => {
      if (asked.signal.aborted) resolve();
      else asked.signal.addEventListener('abort', () => resolve());
    });
    expect(ana.told.length).toBe(2);
  });

  test('tells of its end once when the socket is lost, and can be followed again', async () => {
    await using lost = await subscriptionSite();
    await using next = await subscriptionSite();
    let url = lost.url;
    const follow = createLiveQueries({ url: () => url, webSocketImpl: WebSocket });
    const first = listener();
    follow({ query, variables: {}, ...first });
    await lost.backend.next();
    url = next.url;
    lost.stop();
    await first.ended;
    const second = listener();
    follow({ query, variables: {}, ...second });
    (await next.backend.next()).answer('{"presenca":[]}');
    await expect.poll(() => second.told).toEqual([{ presenca: [] }]);
    expect(first.told).toEqual([]);
  });

  test('ends where the server refuses it, or cannot be reached', async () => {
    await using site = await subscriptionSite();
    const refused = listener();
    createLiveQueries({ url: () => site.url, webSocketImpl: WebSocket })({ query, variables: {}, ...refused });
    (await site.backend.next()).fail('validation-failed');
    await refused.ended;
    const away = listener();
    createLiveQueries({ url: () => 'ws://127.0.0.1:1/', webSocketImpl: WebSocket })({ query, variables: {}, ...away });
    await away.ended;
    expect([refused.told, away.told]).toEqual([[], []]);
  });
});
