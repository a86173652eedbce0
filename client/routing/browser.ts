/** What the runtime needs of the browser, in one place. */
import type { ConnectionFacts } from './preview-queue.ts';
import type { ScrollMemory } from './scroll-memory.ts';

/** Milliseconds after which idle work runs even on a busy page, and the wait where the browser has no idle callback. */
const IDLE_LIMIT_MS = 2_000;
const IDLE_SUBSTITUTE_MS = 200;

/** Runs `work` when the browser is idle. */
export function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(() => work(), { timeout: IDLE_LIMIT_MS });
  else setTimeout(work, IDLE_SUBSTITUTE_MS);
}

/** Calls back after `ms`; returns the function that calls it off. */
export function afterMs(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** Returns the Network Information API's facts about the connection, or undefined in browsers without it. */
export function connectionFacts(): ConnectionFacts | undefined {
  return (navigator as { readonly connection?: ConnectionFacts }).connection;
}

/** True when this document is the result of a reload. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}

/** Path and query of the address bar. */
export function currentHref(): string {
  return `${window.location.pathname}${window.location.search}`;
}

/** Loads a whole page. */
export function leave(href: string): void {
  if (href === `${currentHref()}${window.location.hash}`) window.location.reload();
  else window.location.assign(href);
}

/** Returns the session's storage. @throws where the browser blocks it. */
export function sessionStore(): Storage {
  return window.sessionStorage;
}

/** Leaves scrolling to us within this document and to the browser beyond it. */
export function keepScrollPositions(memory: ScrollMemory): void {
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    memory.save();
    window.history.scrollRestoration = 'auto';
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.history.scrollRestoration = 'manual';
  });
}
