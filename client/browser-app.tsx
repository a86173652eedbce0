/** The application in the browser: the page of the current history entry, and what follows a navigation (focus, scroll, announcement). */
import { type ReactElement, use, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { BootBlock } from '../shared/builds/document-blocks.ts';
import { App } from './app.tsx';
import { arriveAt } from './routing/arrival.ts';
import type { ShowPage } from './routing/navigator.ts';
import type { PageStore } from './routing/page-store.ts';
import type { ScrollMemory } from './routing/scroll-memory.ts';
import type { Signal } from './routing/signal.ts';

export interface BrowserAppProps {
  readonly boot: BootBlock;
  readonly store: PageStore;
  readonly scroll: ScrollMemory;
  readonly announcement: Signal<string>;
  readonly outdated: Signal<boolean>;
  /** True while a busy server has asked for a pause. */
  readonly isWaiting: Signal<boolean>;
  /** Receives the router's own way of showing a page that is loaded. */
  readonly onRouter: (show: ShowPage) => void;
  /** Loads a whole page. */
  readonly leave: (href: string) => void;
}

export function BrowserApp({ boot, store, scroll, announcement, outdated, isWaiting, onRouter, leave }: BrowserAppProps): ReactElement {
  const navigate = useNavigate();
  const location = useLocation();
  const href = `${location.pathname}${location.search}`;
  const read = store.read(href);
  const loaded = read instanceof Promise ? use(read) : read;
  const page = loaded.kind === 'ready' ? loaded.page : store.shown();

  useEffect(() => {
    onRouter((to, options) => {
      void navigate(to, options);
    });
  }, [navigate, onRouter]);
  useEffect(() => {
    if (loaded.kind === 'redirect') void navigate(loaded.to, { replace: true });
    if (loaded.kind === 'reload') leave(href);
  }, [loaded, href, navigate, leave]);
  useArrival(href, scroll, announcement);

  return (
    <App
      page={page}
      settings={boot.settings}
      styles={boot.styles}
      temaHref={boot.temaHref}
      live={{
        announcement: useSyncExternalStore(announcement.subscribe, announcement.get, announcement.get),
        waiting: useSyncExternalStore(isWaiting.subscribe, isWaiting.get, isWaiting.get),
        outdated: useSyncExternalStore(outdated.subscribe, outdated.get, outdated.get),
        href,
      }}
    />
  );
}

/** After a navigation: restores the scroll position, moves the focus and announces the title. */
function useArrival(href: string, scroll: ScrollMemory, announcement: Signal<string>): void {
  const { key, hash } = useLocation();
  const type = useNavigationType();
  const from = useRef<string | null>(null);
  useLayoutEffect(() => {
    const entry = `${key} ${href}${hash}`;
    const previous = from.current;
    from.current = href;
    if (previous !== null) {
      const spoken = arriveAt({
        hash,
        samePage: previous === href,
        savedY: type === NavigationType.Pop ? scroll.position(entry) : null,
        document: window.document,
      });
      if (spoken !== null) announcement.set(spoken);
    }
    const note = (): void => scroll.note(entry, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [href, key, hash, type, scroll, announcement]);
}
