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
      clear: () => {},
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
  it('a navigation loads the page without the fragment and shows it with the fragment', async () => {
    const { navigator, log } = scene({});
    await navigator.go('/lai?q=a#topo');
    expect(log).toEqual(['busy', 'load /lai?q=a', 'show /lai?q=a#topo', 'idle']);
  });

  it('a navigation follows redirects and leaves a loop to the browser', async () => {
    const once = scene({ '/a': { kind: 'redirect', to: '/b' } });
    await once.navigator.go('/a');
    expect(once.log).toEqual(['busy', 'load /a', 'load /b', 'show /b', 'idle']);
    const loop = scene({ '/a': { kind: 'redirect', to: '/a' } });
    await loop.navigator.go('/a');
    expect(loop.log.filter((entry) => entry === 'load /a')).toHaveLength(6);
    expect(loop.log).toContain('leave /a');
  });

  it('a navigation leaves a redirect to another origin to the browser', async () => {
    const { navigator, log } = scene({ '/a': { kind: 'redirect', to: '//mau.example/' } });
    await navigator.go('/a');
    expect(log).toEqual(['busy', 'load /a', 'leave /a', 'idle']);
  });

  it('a navigation has no effect once another one has begun', async () => {
    const slow = Promise.withResolvers<LoadedPage>();
    const { navigator, log } = scene({ '/devagar': slow.promise });
    const first = navigator.go('/devagar');
    await navigator.go('/depressa');
    slow.resolve(READY);
    await first;
    expect(log).toEqual(['busy', 'load /devagar', 'load /depressa', 'show /depressa', 'idle']);
  });

  it('a navigation makes a page load of what only the server can answer', async () => {
    const { navigator, log } = scene({ '/nada': { kind: 'reload', reason: 'unknown' } });
    await navigator.go('/nada');
    expect(log).toEqual(['busy', 'load /nada', 'leave /nada', 'idle']);
  });

  it('a navigation whose part did not load asks the guard for a reload, and makes a page load when the guard refuses', async () => {
    const allowed = scene({ '/a': { kind: 'reload', reason: 'chunk' } });
    await allowed.navigator.go('/a');
    expect(allowed.log).toEqual(['busy', 'load /a', 'guard /a', 'idle']);
    const refused = scene({ '/a': { kind: 'reload', reason: 'chunk' } }, false);
    await refused.navigator.go('/a');
    expect(refused.log).toEqual(['busy', 'load /a', 'guard /a', 'leave /a', 'idle']);
  });

  it('every navigation is a page load once another build was seen', async () => {
    const { navigator, log, outdated } = scene({ '/a': { kind: 'reload', reason: 'build' } });
    await navigator.go('/a');
    expect(outdated.get()).toBe(true);
    await navigator.go('/b');
    expect(log).toEqual(['busy', 'load /a', 'leave /a', 'idle', 'leave /b']);
  });
});
