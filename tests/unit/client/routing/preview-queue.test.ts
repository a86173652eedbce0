import { describe, expect, it } from 'vitest';
import { createPreviewQueue, previewsAllowed } from '../../../../client/routing/preview-queue.ts';

/** A loader whose loads end when the test says so. */
function heldLoader() {
  const running = new Map<string, PromiseWithResolvers<void>>();
  const started: string[] = [];
  let most = 0;
  return {
    started,
    get most() {
      return most;
    },
    load: (href: string): Promise<void> => {
      const held = Promise.withResolvers<void>();
      running.set(href, held);
      started.push(href);
      most = Math.max(most, running.size);
      return held.promise;
    },
    /** Ends the oldest load and lets the queue go on. */
    end: async (failed = false): Promise<boolean> => {
      const [oldest] = running;
      if (oldest === undefined) return false;
      running.delete(oldest[0]);
      if (failed) oldest[1].reject(new Error('lost'));
      else oldest[1].resolve();
      await new Promise((resolve) => setImmediate(resolve));
      return true;
    },
  };
}

describe('link previews', () => {
  it('at most four of 30 visible links are previewed at once, and all in the end', async () => {
    const loader = heldLoader();
    const queue = createPreviewQueue(loader.load);
    const links = Array.from({ length: 30 }, (_, index) => `/informacoes/noticia/${index + 1}`);
    for (const link of links) queue.add(link, 'visible');
    expect(loader.started).toHaveLength(4);
    let failed = false;
    while (await loader.end(failed)) failed = !failed;
    expect(loader.started).toEqual(links);
    expect(loader.most).toBe(4);
  });

  it('each address is previewed once', async () => {
    const loader = heldLoader();
    const queue = createPreviewQueue(loader.load);
    queue.add('/lai', 'visible');
    queue.add('/lai', 'urgent');
    await loader.end();
    queue.add('/lai', 'visible');
    expect(loader.started).toEqual(['/lai']);
  });

  it('the link under the pointer is previewed before links that are only visible', async () => {
    const loader = heldLoader();
    const queue = createPreviewQueue(loader.load);
    for (const link of ['/1', '/2', '/3', '/4', '/5', '/6', '/7']) queue.add(link, 'visible');
    queue.add('/7', 'urgent');
    queue.add('/8', 'urgent');
    await loader.end();
    await loader.end();
    await loader.end();
    expect(loader.started.slice(4)).toEqual(['/8', '/7', '/5']);
  });
});

describe('a connection', () => {
  it.each([
    [undefined, true],
    [{ effectiveType: '4g', saveData: false }, true],
    [{ effectiveType: '3g' }, true],
    [{ effectiveType: '2g' }, false],
    [{ effectiveType: 'slow-2g' }, false],
    [{ effectiveType: '4g', saveData: true }, false],
  ])('%o has room for previews: %s', (connection, allowed) => {
    expect(previewsAllowed(connection)).toBe(allowed);
  });
});

describe('a queue that is cleared', () => {
  it('drops what waits, lets what runs end, and takes every address again', async () => {
    const loader = heldLoader();
    const queue = createPreviewQueue(loader.load);
    for (const href of ['/1', '/2', '/3', '/4', '/5']) queue.add(href, 'visible');
    queue.clear();
    while (await loader.end());
    expect(loader.started).toEqual(['/1', '/2', '/3', '/4']);
    queue.add('/1', 'visible');
    queue.add('/5', 'visible');
    expect(loader.started.slice(4)).toEqual(['/1', '/5']);
  });
});
