/**
 * The parts of a page that change with the time, whether or not the application runs: they are marked with `data-vivo`, and the
 * server's HTML is whole without them.
 */
import { showCounter } from './counter-hours.ts';
import { COUNTER_ISLAND, REFRESHED_ISLAND } from './island-marks.ts';
import { refreshIsland } from './refreshed-island.ts';

const MINUTE_MS = 60_000;

/** Urgent notices (a suspended service, a term that ends today) reach an open page within two minutes. */
const REFRESH_MINUTES = 2;

let minutes: number | null = null;

/** Shows what is true now, and goes on every minute. Safe to call again: parts that have come since are shown at once. */
export function startIslands(): void {
  showCounters();
  if (minutes !== null) return;
  minutes = 0;
  setInterval(onMinute, MINUTE_MS);
}

function onMinute(): void {
  // The page is hidden.
  if (document.hidden) return;
  showCounters();
  minutes = (minutes ?? 0) + 1;
  if (minutes % REFRESH_MINUTES !== 0) return;
  // The network failed: what is shown stays until the next time.
  for (const part of document.querySelectorAll<HTMLElement>(`[data-vivo="${REFRESHED_ISLAND}"]`))
    refreshIsland(document, part, window.fetch.bind(window)).catch(() => undefined);
}

function showCounters(): void {
  for (const part of document.querySelectorAll<HTMLElement>(`[data-vivo="${COUNTER_ISLAND}"]`)) showCounter(part, Date.now());
}
