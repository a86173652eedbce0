import { FAILURE_ATTRIBUTE, ICONS_ATTRIBUTE, RESULT_ATTRIBUTE } from '../../shared/builds/block-names.ts';
import type { IconBodies } from '../../shared/builds/payload.ts';

export interface ResultReader {
  readonly onResult: (index: number, data: unknown) => void;
  /** The operation failed on the server. The message is the backend's own; null in production. */
  readonly onFailure: (index: number, message: string | null) => void;
  /** Icons that results name; they come before them. */
  readonly onIcons: (icons: IconBodies) => void;
}

const BLOCKS = `script[${RESULT_ATTRIBUTE}],script[${ICONS_ATTRIBUTE}]`;

/**
 * Reads the result blocks of the document and tells the reader of each, also for those that are still being streamed: they stand
 * before the HTML that needs them. The blocks are removed once read.
 */
export function adoptResults(document: Document, { onResult, onFailure, onIcons }: ResultReader): void {
  const scan = (): void => {
    for (const block of document.querySelectorAll(BLOCKS)) {
      const index = Number(block.getAttribute(RESULT_ATTRIBUTE));
      if (block.hasAttribute(ICONS_ATTRIBUTE)) onIcons(JSON.parse(block.textContent));
      else if (block.hasAttribute(FAILURE_ATTRIBUTE)) onFailure(index, JSON.parse(block.textContent));
      else onResult(index, JSON.parse(block.textContent));
      block.remove();
    }
  };
  scan();
  if (document.readyState !== 'loading') return;
  const observer = new MutationObserver(scan);
  observer.observe(document.body, { childList: true });
  document.addEventListener(
    'DOMContentLoaded',
    () => {
      observer.disconnect();
      scan();
    },
    { once: true },
  );
}
