import { describe, expect, test } from 'vitest';
import { BoundedQueue } from '../../../server/images/bounded-queue.ts';

interface Gate {
  readonly task: () => Promise<string>;
  readonly started: () => boolean;
  readonly open: (result: string) => void;
  readonly fail: (cause: Error) => void;
}

function gate(): Gate {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  return {
    task: () => {
      started = true;
      return promise;
    },
    started: () => started,
    open: resolve,
    fail: reject,
  };
}

describe('BoundedQueue', () => {
  test('runs up to the limit of tasks and starts waiting ones in order', async () => {
    const queue = new BoundedQueue<string>({ running: 1, waiting: 2 });
    const gates = [gate(), gate(), gate()] as const;
    const results = gates.map((each, index) => queue.run(String(index), each.task));
    expect(gates.map((each) => each.started())).toEqual([true, false, false]);
    gates[0].open('first');
    await results[0];
    await Promise.resolve();
    expect(gates.map((each) => each.started())).toEqual([true, true, false]);
    gates[1].open('second');
    gates[2].open('third');
    expect(await Promise.all(results)).toEqual(['first', 'second', 'third']);
  });

  test('refuses with 503 when the queue is full, and accepts tasks again afterwards', async () => {
    const queue = new BoundedQueue<string>({ running: 1, waiting: 1 });
    const [first, second] = [gate(), gate()];
    const accepted = [queue.run('1', first.task), queue.run('2', second.task)];
    await expect(queue.run('3', gate().task)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE', status: 503 });
    first.open('a');
    second.open('b');
    await Promise.all(accepted);
    await expect(queue.run('4', async () => 'c')).resolves.toBe('c');
  });

  test('shares one task between callers with the same key, even when the queue is full', async () => {
    const queue = new BoundedQueue<string>({ running: 1, waiting: 0 });
    const [first, second] = [gate(), gate()];
    const results = [queue.run('same', first.task), queue.run('same', second.task)];
    first.open('shared');
    expect(await Promise.all(results)).toEqual(['shared', 'shared']);
    expect(second.started()).toBe(false);
  });

  test('keeps no failure: the next call runs the task again', async () => {
    const queue = new BoundedQueue<string>({ running: 1, waiting: 0 });
    const failing = gate();
    const failed = queue.run('same', failing.task);
    failing.fail(new Error('damaged'));
    await expect(failed).rejects.toThrow('damaged');
    await expect(queue.run('same', async () => 'ok')).resolves.toBe('ok');
  });

  test('frees the place of a task that throws synchronously', async () => {
    const queue = new BoundedQueue<string>({ running: 1, waiting: 0 });
    const failed = queue.run('1', () => {
      throw new Error('at once');
    });
    await expect(failed).rejects.toThrow('at once');
    await expect(queue.run('2', async () => 'ok')).resolves.toBe('ok');
  });
});
