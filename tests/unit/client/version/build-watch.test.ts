import { describe, expect, it } from 'vitest';
import { type JsonAnswer, watchBuild } from '../../../../client/version/build-watch.ts';

const META = { id: 'b1', timestamp: 1, prerendered: ['/'] };
const PAYLOAD = { build: 'b1', kind: 'redirect', to: '/x', status: 308 };

interface Scene {
  readonly answers: Record<string, JsonAnswer | null>;
  readonly pollMs?: number;
}

function scene({ answers, pollMs = 3_600_000 }: Scene) {
  const asked: string[] = [];
  const timers: { ms: number; callback: () => void }[] = [];
  let outdated = 0;
  const stop = watchBuild({
    build: 'b1',
    pollMs,
    href: () => '/lai?q=a',
    fetchJson: async (url) => {
      asked.push(url);
      return answers[url] ?? null;
    },
    after: (ms, callback) => {
      const timer = { ms, callback };
      timers.push(timer);
      return () => {
        const place = timers.indexOf(timer);
        if (place !== -1) timers.splice(place, 1);
      };
    },
    now: () => 77,
    onOutdated: () => outdated++,
  });
  /** Fires the timer that is set and lets what follows run. */
  const fire = async (): Promise<number | undefined> => {
    const timer = timers.shift();
    timer?.callback();
    await new Promise((resolve) => setImmediate(resolve));
    return timer?.ms;
  };
  return { asked, timers, fire, stop, outdated: () => outdated };
}

const ok = (value: unknown): JsonAnswer => ({ status: 200, value });

describe('the look for a new build', () => {
  it('checks the running build and the payload of the page after a second, then the latest build every hour', async () => {
    const answers = {
      '/builds/meta/b1.json': ok(META),
      '/lai/_payload.json?q=a': ok(PAYLOAD),
      '/builds/latest.json?77': ok({ id: 'b1', timestamp: 1 }),
    };
    const { fire, asked, outdated } = scene({ answers });
    expect(await fire()).toBe(1_000);
    expect(asked).toEqual(['/builds/meta/b1.json', '/lai/_payload.json?q=a']);
    expect(await fire()).toBe(3_600_000);
    expect(asked.at(-1)).toBe('/builds/latest.json?77');
    expect(await fire()).toBe(3_600_000);
    expect(outdated()).toBe(0);
  });

  it.each([
    ['the running build is gone', { '/builds/meta/b1.json': { status: 404, value: {} } }],
    ['its record is forbidden', { '/builds/meta/b1.json': { status: 403, value: undefined } }],
    ['the payload is of another build', { '/builds/meta/b1.json': ok(META), '/lai/_payload.json?q=a': ok({ ...PAYLOAD, build: 'b2' }) }],
  ])('tells once that %s, and stops', async (_name, answers) => {
    const { fire, timers, outdated } = scene({ answers });
    await fire();
    expect(outdated()).toBe(1);
    expect(timers).toEqual([]);
  });

  it('the build watch reports another build once and stops', async () => {
    const answers: Record<string, JsonAnswer | null> = { '/builds/latest.json?77': ok({ id: 'b1', timestamp: 1 }) };
    const { fire, timers, outdated } = scene({ answers });
    await fire();
    await fire();
    answers['/builds/latest.json?77'] = ok({ id: 'b2', timestamp: 2 });
    await fire();
    expect(outdated()).toBe(1);
    expect(timers).toEqual([]);
  });

  it.each([
    ['the network', null],
    ['the server', { status: 500, value: undefined }],
    ['a page in place of JSON', { status: 200, value: { id: 'b2' } }],
  ])('learns nothing from a failure of %s, and goes on', async (_name, answer) => {
    const { fire, timers, outdated } = scene({ answers: { '/builds/meta/b1.json': answer, '/builds/latest.json?77': answer } });
    await fire();
    await fire();
    expect(outdated()).toBe(0);
    expect(timers).toHaveLength(1);
  });

  it('the build watch does not poll when it is switched off, and stops when it is told to', async () => {
    const off = scene({ answers: {}, pollMs: 0 });
    await off.fire();
    expect(off.timers).toEqual([]);
    const stopped = scene({ answers: {} });
    stopped.stop();
    expect(stopped.timers).toEqual([]);
  });
});
