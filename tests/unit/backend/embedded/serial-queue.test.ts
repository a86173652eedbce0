import { describe, expect, test } from 'vitest';
import { SerialQueue } from '../../../../server/backend/embedded/database/client-queryable.ts';

describe('a serial queue', () => {
  test('runs work that yields after everything else that waits', async () => {
    const queue = new SerialQueue();
    const order: string[] = [];
    const piece = (name: string) => async (): Promise<void> => void order.push(name);
    const gate = Promise.withResolvers<void>();
    const held = queue.run(() => gate.promise);
    const yielding = [queue.runYielding(piece('live 1')), queue.runYielding(piece('live 2'))];
    const pages = [queue.run(piece('page 1')), queue.run(piece('page 2')), queue.runNext(piece('probe'))];
    gate.resolve();
    await Promise.all([held, ...yielding, ...pages]);
    expect(order).toEqual(['probe', 'page 1', 'page 2', 'live 1', 'live 2']);
  });

  test('lets work that yields run after a hundred other pieces', async () => {
    const queue = new SerialQueue();
    const order: number[] = [];
    const gate = Promise.withResolvers<void>();
    const all = [queue.run(() => gate.promise), queue.runYielding(async () => void order.push(-1))];
    for (let page = 0; page < 150; page += 1) all.push(queue.run(async () => void order.push(page)));
    gate.resolve();
    await Promise.all(all);
    expect(order.indexOf(-1)).toBe(100);
    expect(order).toHaveLength(151);
  });
});
