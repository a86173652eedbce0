import { describe, expect, it } from 'vitest';
import { createSessionMark } from '../../../../client/session/session-mark.ts';
import { watchSession } from '../../../../client/session/session-watch.ts';

/** Local storage of a browser with several tabs: a change in one reaches the others as an event. */
class SharedStorage {
  readonly #entries = new Map<string, string>();
  readonly #tabs = new Set<EventTarget>();

  /** Removes everything, as a visitor does in the browser's settings. */
  empty(): void {
    this.#entries.clear();
    for (const tab of this.#tabs) tab.dispatchEvent(Object.assign(new Event('storage'), { key: null, newValue: null }));
  }

  /** Opens a tab: its window, and its access to the entries. */
  tab() {
    const window = new EventTarget() as EventTarget & Pick<Window, 'addEventListener'>;
    this.#tabs.add(window);
    const change = (key: string, value: string | null): void => {
      if (value === null) this.#entries.delete(key);
      else this.#entries.set(key, value);
      for (const other of this.#tabs) {
        if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value }));
      }
    };
    const storage = {
      getItem: (key: string) => this.#entries.get(key) ?? null,
      setItem: change,
      removeItem: (key: string) => change(key, null),
    };
    return { window, mark: createSessionMark({ localStorage: storage as unknown as Storage }) };
  }
}

function open(storage: SharedStorage, userId: string | null) {
  const { window, mark } = storage.tab();
  const changes: (string | null)[] = [];
  const known = userId ?? mark.read();
  if (userId !== null) mark.write(userId);
  const watch = watchSession({ window, mark, known, onChange: (now) => changes.push(now) });
  return { window, mark, changes, watch };
}

describe('following a session', () => {
  it('tells the other tabs of a sign-in and of a sign-out, each once', () => {
    const storage = new SharedStorage();
    const other = open(storage, null);
    const own = open(storage, 'u-1');
    expect([own.changes, other.changes]).toEqual([[], ['u-1']]);
    own.watch.changed(null);
    expect([own.changes, other.changes]).toEqual([[null], ['u-1', null]]);
    own.watch.changed(null);
    expect([own.changes, other.changes]).toEqual([[null], ['u-1', null]]);
  });

  it('tells of another person in the place of the first', () => {
    const storage = new SharedStorage();
    const first = open(storage, 'u-1');
    open(storage, 'u-2');
    expect(first.changes).toEqual(['u-2']);
  });

  it('takes a public document of a signed-in person for no change', () => {
    const storage = new SharedStorage();
    const own = open(storage, 'u-1');
    const second = open(storage, null);
    expect([own.changes, second.changes, second.mark.read()]).toEqual([[], [], 'u-1']);
  });

  it('looks again when the page comes back from the back/forward cache', () => {
    const storage = new SharedStorage();
    const frozen = open(storage, 'u-1');
    storage.tab().mark.write(null);
    const seen = frozen.changes.length;
    frozen.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    frozen.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect([seen, frozen.changes]).toEqual([1, [null]]);
  });

  it('notices on its return what happened while no event reached it', () => {
    const storage = new SharedStorage();
    const { mark } = storage.tab();
    const frozen = { window: new EventTarget() as EventTarget & Pick<Window, 'addEventListener'>, changes: [] as (string | null)[] };
    mark.write('u-1');
    watchSession({ window: frozen.window, mark, known: 'u-1', onChange: (now) => frozen.changes.push(now) });
    storage.tab().mark.write(null);
    frozen.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(frozen.changes).toEqual([null]);
  });

  it('ignores other entries, and takes an emptied storage for a sign-out', () => {
    const storage = new SharedStorage();
    const own = open(storage, 'u-1');
    own.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'preferencias', newValue: null }));
    expect(own.changes).toEqual([]);
    storage.empty();
    expect(own.changes).toEqual([null]);
  });

  it('works where the browser blocks storage', () => {
    const blocked = createSessionMark({
      get localStorage(): Storage {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    const changes: (string | null)[] = [];
    const watch = watchSession({ window: new EventTarget() as never, mark: blocked, known: 'u-1', onChange: (now) => changes.push(now) });
    watch.changed(null);
    expect([blocked.read(), blocked.oldToken(), changes]).toEqual([null, null, [null]]);
  });
});
