import { describe, expect, it } from 'vitest';
import { createNavigator } from '../../../../client/routing/navigator.ts';
import type { RoutePage } from '../../../../client/routing/page.ts';
import type { LoadedPage } from '../../../../client/routing/page-loader.ts';
import { createSignal } from '../../../../client/routing/signal.ts';

const READY: LoadedPage = { kind: 'ready', page: { kind: 'page' } as RoutePage };

function scene(pages: Readonly<Record<string, LoadedPage | Promise<LoadedPage>>>, guardAllows = true) {
  const log: string[] = [];
  const busy = createSignal(false);
  const outdated = createSignal(false);
  busy.subscribe(() => log.push(busy.get() ? 'busy' : 'idle'));
  const navigator = createNavigator({
    store: {
      seed: () => {},
      shown: () => {
        throw new Error('not asked here');
      },
      read: () => READY,
      preview: async () => {},
      load: async (href) => {
        log.push(`load ${href}`);
        return pages[href] ?? READY;
      },
    },
    guard: {
      reload: (href) => {
        log.push(`guard ${href}`);
        return guardAllows;
      },
    },
    busy,
    outdated,
    show: (href) => log.push(`show ${href}`),
    leave: (href) => log.push(`leave ${href}`),
  });
  return { navigator, log, outdated };
}

describe('a navigation', () => {
  it('loads the page without its fragment and shows it with it', async () => {
    const { navigator, log } = scene({});
    await navigator.go('/lai?q=a#topo');
    expect(log).toEqual(['busy', 'load /lai?q=a', 'show /lai?q=a#topo', 'idle']);
  });

  it('follows redirects, and leaves a loop to the browser', async () => {
    const once = scene({ '/a': { kind: 'redirect', to: '/b' } });
    await once.navigator.go('/a');
    expect(once.log).toEqual(['busy', 'load /a', 'load /b', 'show /b', 'idle']);
    const loop = scene({ '/a': { kind: 'redirect', to: '/a' } });
    await loop.navigator.go('/a');
    expect(loop.log.filter((entry) => entry === 'load /a')).toHaveLength(6);
    expect(loop.log).toContain('leave /a');
  });

  it('never follows a redirect to another site itself', async () => {
    const { navigator, log } = scene({ '/a': { kind: 'redirect', to: '//mau.example/' } });
    await navigator.go('/a');
    expect(log).toEqual(['busy', 'load /a', 'leave /a', 'idle']);
  });

  it('counts only while no other one has begun', async () => {
    const slow = Promise.withResolvers<LoadedPage>();
    const { navigator, log } = scene({ '/devagar': slow.promise });
    const first = navigator.go('/devagar');
    await navigator.go('/depressa');
    slow.resolve(READY);
    await first;
    expect(log).toEqual(['busy', 'load /devagar', 'load /depressa', 'show /depressa', 'idle']);
  });

  it('loads whole what only the server can answer', async () => {
    const { navigator, log } = scene({ '/nada': { kind: 'reload', reason: 'unknown' } });
    await navigator.go('/nada');
    expect(log).toEqual(['busy', 'load /nada', 'leave /nada', 'idle']);
  });

  it('goes through the guard when a part did not load, and to the server when the guard refuses', async () => {
    const allowed = scene({ '/a': { kind: 'reload', reason: 'chunk' } });
    await allowed.navigator.go('/a');
    expect(allowed.log).toEqual(['busy', 'load /a', 'guard /a', 'idle']);
    const refused = scene({ '/a': { kind: 'reload', reason: 'chunk' } }, false);
    await refused.navigator.go('/a');
    expect(refused.log).toEqual(['busy', 'load /a', 'guard /a', 'leave /a', 'idle']);
  });

  it('loads everything whole once another build was seen', async () => {
    const { navigator, log, outdated } = scene({ '/a': { kind: 'reload', reason: 'build' } });
    await navigator.go('/a');
    expect(outdated.get()).toBe(true);
    await navigator.go('/b');
    expect(log).toEqual(['busy', 'load /a', 'leave /a', 'idle', 'leave /b']);
  });
});
