import { FAILURE_ATTRIBUTE, RESULT_ATTRIBUTE } from '../../shared/builds/document-blocks.ts';

export interface ResultReader {
  readonly onResult: (index: number, data: unknown) => void;
  /** The operation failed on the server. */
  readonly onFailure: (index: number) => void;
}

/**
 * Reads the result blocks of the document and tells the reader of each, also for those that are still being streamed: they stand
 * before the HTML that needs them. The blocks are removed once read.
 */
export function adoptResults(document: Document, { onResult, onFailure }: ResultReader): void {
  const scan = (): void => {
    for (const block of document.querySelectorAll(`script[${RESULT_ATTRIBUTE}]`)) {
      const index = Number(block.getAttribute(RESULT_ATTRIBUTE));
      if (block.hasAttribute(FAILURE_ATTRIBUTE)) onFailure(index);
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
