import { RESULT_ATTRIBUTE } from '../../shared/builds/document-blocks.ts';

/**
 * Reads the result blocks of the document and calls `onResult` for each, also for those that are still being streamed: they stand
 * before the HTML that needs them. The blocks are removed once read.
 */
export function adoptResults(document: Document, onResult: (index: number, data: unknown) => void): void {
  const scan = (): void => {
    for (const block of document.querySelectorAll(`script[${RESULT_ATTRIBUTE}]`)) {
      const index = Number(block.getAttribute(RESULT_ATTRIBUTE));
      onResult(index, JSON.parse(block.textContent));
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
