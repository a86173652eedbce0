/**
 * The router beside the document: it keeps the browser's history and says where the visitor is, and draws nothing. It has a React root of
 * its own, so that the document hydrates without it.
 */
import { type ReactElement, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { ShowPage } from './navigator.ts';
import type { HistoryPlace } from './place.ts';

export interface RouterOptions {
  /** Called with the place at the start, and with each one that the visitor gets to. */
  readonly onPlace: (place: HistoryPlace) => void;
}

/** Starts the router; resolves to its way of going to a page. Call once. */
export function startRouter({ onPlace }: RouterOptions): Promise<ShowPage> {
  return new Promise((resolve) => {
    createRoot(document.createElement('div')).render(
      <BrowserRouter>
        <Places onPlace={onPlace} onReady={resolve} />
      </BrowserRouter>,
    );
  });
}

interface PlacesProps extends RouterOptions {
  readonly onReady: (show: ShowPage) => void;
}

function Places({ onPlace, onReady }: PlacesProps): ReactElement | null {
  const navigate = useNavigate();
  const { pathname, search, hash, key } = useLocation();
  const isTraversal = useNavigationType() === NavigationType.Pop;
  useLayoutEffect(() => {
    onPlace({ href: `${pathname}${search}`, hash, key, isTraversal });
  }, [pathname, search, hash, key, isTraversal, onPlace]);
  useEffect(() => {
    onReady((href, { replace }) => {
      const { pathname, search, hash } = window.location;
      // As in a browser (HTML, "navigate"): who goes to where one is makes no new entry, nor does the second click of two.
      void navigate(href, { replace: replace || href === pathname + search + hash });
    });
  }, [navigate, onReady]);
  return null;
}
