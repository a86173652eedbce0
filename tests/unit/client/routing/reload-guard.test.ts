import { describe, expect, it } from 'vitest';
import { createReloadGuard, type ReloadGuard } from '../../../../client/routing/reload-guard.ts';

/** A browser tab: its session storage outlives its documents. */
class Tab {
  readonly loads: string[] = [];
  readonly items = new Map<string, string>();
  now = 0;

  readonly blocked: boolean;

  constructor(blocked = false) {
    this.blocked = blocked;
  }

  /** A new document of the tab, with a guard of its own. */
  document(isReload: boolean): ReloadGuard {
    return createReloadGuard({
      storage: () => {
        if (this.blocked) throw new DOMException('blocked', 'SecurityError');
        return { getItem: (key) => this.items.get(key) ?? null, setItem: (key, value) => void this.items.set(key, value) };
      },
      isReload: () => isReload,
      now: () => this.now,
      load: (href) => this.loads.push(href),
    });
  }
}

describe('a part that fails to load', () => {
  it('a part that fails to load reloads the page once within ten seconds', () => {
    const tab = new Tab();
    expect(tab.document(false).reload('/lai')).toBe(true);
    tab.now = 9_999;
    expect(tab.document(true).reload('/lai')).toBe(false);
    expect(tab.loads).toEqual(['/lai']);
    tab.now = 10_000;
    expect(tab.document(true).reload('/lai')).toBe(true);
  });

  it('two parts of one document that fail to load reload it once', () => {
    const tab = new Tab();
    const guard = tab.document(false);
    expect([guard.reload('/lai'), guard.reload('/lai')]).toEqual([true, false]);
  });

  it('a part of another page that fails to load reloads that page too', () => {
    const tab = new Tab();
    tab.document(false).reload('/lai');
    expect(tab.document(true).reload('/sic')).toBe(true);
  });

  it('a part that fails to load reloads the page once where storage is blocked', () => {
    const tab = new Tab(true);
    const first = tab.document(false);
    expect([first.reload('/lai'), first.reload('/lai')]).toEqual([true, false]);
    expect(tab.document(true).reload('/lai')).toBe(false);
    expect(tab.loads).toEqual(['/lai']);
  });

  it('an invalid stored value counts as no earlier reload', () => {
    const tab = new Tab();
    tab.items.set('portal:recarga', 'not json');
    expect(tab.document(false).reload('/lai')).toBe(true);
  });
});
