/** What happens when a part of the application does not load: the page is loaded whole, once, unless the caller has an answer of its own. */
import { currentHref, isReload, leave, sessionStore } from '../routing/browser.ts';
import { createReloadGuard, type ReloadGuard } from '../routing/reload-guard.ts';

export interface ChunkLoads {
  readonly guard: ReloadGuard;
  /** Runs a load whose failure has an answer of its own, so that it does not reload the page that is shown. */
  readonly quietly: <Value>(load: () => Promise<Value>) => Promise<Value>;
}

/** Begins to watch the loads of parts. Call once. */
export function watchChunkLoads(): ChunkLoads {
  const guard = createReloadGuard({ storage: sessionStore, isReload, now: Date.now, load: leave });
  let quiet = 0;
  window.addEventListener('vite:preloadError', (event) => {
    if (quiet > 0) return;
    // After all listeners have had it: a part that has a message of its own prevents the reload.
    queueMicrotask(() => {
      if (!event.defaultPrevented) guard.reload(currentHref());
    });
  });
  return {
    guard,
    quietly: (load) => {
      quiet++;
      return load().finally(() => {
        quiet--;
      });
    },
  };
}
