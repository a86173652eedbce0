/**
 * A part of a page that is not hydrated yet, replaced by what the server says now. With it goes the result that the part was drawn from, so
 * that the application finds both alike when it comes. From then on it refreshes the part itself.
 */
import { FAILURE_ATTRIBUTE, RESULT_ATTRIBUTE } from '../../shared/builds/block-names.ts';
import { REFRESHED_ISLAND } from './island-marks.ts';

const DEADLINE_MS = 10_000;

/** Asks for the page again and replaces the part where the server says something else. Rejects when the server cannot be asked. */
export async function refreshIsland(document: Document, part: HTMLElement, fetch: typeof globalThis.fetch): Promise<void> {
  const index = part.dataset['operacao'] ?? '';
  // The application removes the results that it has read.
  if (resultOf(document, index) === null) return;
  const { pathname, search } = document.location;
  // Not by `deadlineSignal`: the application would load the file of the islands for it, on pages that have none.
  const deadline = new AbortController();
  setTimeout(() => deadline.abort(), DEADLINE_MS);
  const answer = await fetch(`${pathname}${search}`, {
    credentials: 'same-origin',
    headers: { Accept: 'text/html' },
    signal: deadline.signal,
  });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const newer = now.querySelector(`[data-vivo="${REFRESHED_ISLAND}"][data-operacao="${index}"]`);
  const result = resultOf(now, index);
  const shown = resultOf(document, index);
  if (newer === null || result === null || shown === null || result.textContent === shown.textContent) return;
  shown.replaceWith(document.adoptNode(result));
  part.replaceChildren(...[...newer.childNodes].map((node) => document.adoptNode(node)));
}

function resultOf(document: Document, index: string): Element | null {
  return document.querySelector(`script[${RESULT_ATTRIBUTE}="${CSS.escape(index)}"]:not([${FAILURE_ATTRIBUTE}])`);
}
