/** The application in the browser: the page of the current history entry, and what follows a navigation (focus, scroll, announcement). */
import { type ReactElement, startTransition, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { BootBlock } from '../shared/builds/document-blocks.ts';
import type { PageSession } from '../shared/session/page-session.ts';
import { App } from './app.tsx';
import { arriveAt } from './routing/arrival.ts';
import type { Page } from './routing/page.ts';
import type { HistoryPlace, ShowPlace } from './routing/place.ts';
import type { ScrollMemory } from './routing/scroll-memory.ts';
import type { Signal } from './routing/signal.ts';

export interface BrowserAppProps {
  readonly boot: BootBlock;
  /** The signed-in user. */
  readonly session: Signal<PageSession | null>;
  /** The document's own page and its place in the history. */
  readonly first: { readonly place: HistoryPlace; readonly page: Page };
  readonly scroll: ScrollMemory;
  readonly announcement: Signal<string>;
  readonly outdated: Signal<boolean>;
  /** True while a busy server has asked for a pause. */
  readonly isWaiting: Signal<boolean>;
  /** Receives the function that shows another page. */
  readonly onReady: (show: ShowPlace) => void;
}

export function BrowserApp({ boot, session, first, scroll, announcement, outdated, isWaiting, onReady }: BrowserAppProps): ReactElement {
  const [{ place, page }, setShown] = useState(first);
  useEffect(() => {
    onReady((to, shown) => startTransition(() => setShown({ place: to, page: shown })));
  }, [onReady]);
  useArrival(place, scroll, announcement);

  return (
    <App
      page={page}
      session={useSyncExternalStore(session.subscribe, session.get, session.get)}
      settings={boot.settings}
      styles={boot.styles}
      temaHref={boot.temaHref}
      live={{
        announcement: useSyncExternalStore(announcement.subscribe, announcement.get, announcement.get),
        waiting: useSyncExternalStore(isWaiting.subscribe, isWaiting.get, isWaiting.get),
        outdated: useSyncExternalStore(outdated.subscribe, outdated.get, outdated.get),
        href: place.href,
      }}
    />
  );
}

/** After a navigation: restores the scroll position, moves the focus and announces the title. */
function useArrival({ href, hash, key, isTraversal }: HistoryPlace, scroll: ScrollMemory, announcement: Signal<string>): void {
  const from = useRef<string | null>(null);
  useLayoutEffect(() => {
    const entry = `${key} ${href}${hash}`;
    const previous = from.current;
    from.current = href;
    if (previous !== null) {
      const spoken = arriveAt({
        hash,
        samePage: previous === href,
        savedY: isTraversal ? scroll.position(entry) : null,
        document: window.document,
      });
      if (spoken !== null) announcement.set(spoken);
    }
    const note = (): void => scroll.note(entry, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [href, key, hash, isTraversal, scroll, announcement]);
}
