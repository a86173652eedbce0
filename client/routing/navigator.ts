/**
 * Takes the visitor to another page of the same document: loads it first, shows it then. Only the last navigation counts; whatever the
 * router cannot do itself becomes a whole load.
 */

import type { PageStore } from './page-store.ts';
import type { ReloadGuard } from './reload-guard.ts';
import type { Signal } from './signal.ts';

/** More redirects than this in a row are a loop; the browser then reports it itself. */
const MAX_REDIRECTS = 5;

/** Shows a page that is loaded, in a transition. */
export type ShowPage = (href: string, options: { readonly replace: boolean }) => void;

export interface NavigatorOptions {
  readonly store: PageStore;
  readonly guard: ReloadGuard;
  /** True while a page is being loaded. */
  readonly busy: Signal<boolean>;
  /** True once another build was seen: from then on every navigation is a whole load. */
  readonly outdated: Signal<boolean>;
  readonly show: ShowPage;
  /** Loads a whole page. */
  readonly leave: (href: string) => void;
}

export interface Navigator {
  /** Goes to a path with query and fragment. Never rejects. */
  go(href: string): Promise<void>;
}

/** Makes the navigator of a document. */
export function createNavigator(options: NavigatorOptions): Navigator {
  let latest = 0;
  const follow = async (href: string, turn: number, redirects: number): Promise<void> => {
    const [target = href] = href.split('#', 1);
    const loaded = await options.store.load(target);
    if (turn !== latest) return;
    switch (loaded.kind) {
      case 'ready':
        options.show(href, { replace: false });
        return;
      case 'redirect':
        if (redirects < MAX_REDIRECTS && isLocalPath(loaded.to)) await follow(loaded.to, turn, redirects + 1);
        else options.leave(href);
        return;
      case 'reload':
        if (loaded.reason === 'build') options.outdated.set(true);
        if (loaded.reason !== 'chunk' || !options.guard.reload(href)) options.leave(href);
    }
  };
  return {
    go: async (href) => {
      const turn = ++latest;
      if (options.outdated.get()) {
        options.leave(href);
        return;
      }
      options.busy.set(true);
      await follow(href, turn, 0);
      if (turn === latest) options.busy.set(false);
    },
  };
}

function isLocalPath(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//');
}
