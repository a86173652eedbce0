/** Loads pages ahead of a click: of links that come into view, are pointed at or get the focus. */
import { closestLink, linkFacts } from './interception.ts';
import { type Here, routerTarget } from './link-target.ts';
import type { PreviewQueue } from './preview-queue.ts';

/** Share of a link that must be in view before its page is previewed. */
const VISIBLE_SHARE = 0.5;

export interface PreviewOptions {
  readonly document: Document;
  readonly here: () => Here;
  readonly queue: PreviewQueue;
  /** Runs `work` when the browser has nothing better to do. */
  readonly whenIdle: (work: () => void) => void;
}

/** Previews links that come into view, are pointed at or get the focus; returns the function that stops it. */
export function previewLinks({ document, here, queue, whenIdle }: PreviewOptions): () => void {
  const seen = new WeakSet<Element>();
  const ask = (link: HTMLAnchorElement, urgency: 'visible' | 'urgent'): void => {
    const to = routerTarget(linkFacts(link), here());
    const [page] = to?.split('#', 1) ?? [];
    if (page !== undefined && page !== currentPage(here())) queue.add(page, urgency);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
        observer.unobserve(target);
        whenIdle(() => ask(target, 'visible'));
      }
    },
    { threshold: VISIBLE_SHARE },
  );
  const scan = (): void => {
    for (const link of document.querySelectorAll('a[href]')) {
      if (seen.has(link)) continue;
      seen.add(link);
      observer.observe(link);
    }
  };
  let scanning = false;
  const changes = new MutationObserver(() => {
    if (scanning) return;
    scanning = true;
    whenIdle(() => {
      scanning = false;
      scan();
    });
  });
  const onPoint = (event: Event): void => {
    const link = closestLink(event.target);
    if (link !== null) ask(link, 'urgent');
  };
  scan();
  changes.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('pointerover', onPoint, { passive: true });
  document.addEventListener('focusin', onPoint);
  return () => {
    observer.disconnect();
    changes.disconnect();
    document.removeEventListener('pointerover', onPoint);
    document.removeEventListener('focusin', onPoint);
  };
}

function currentPage({ href }: Here): string {
  const url = new URL(href);
  return `${url.pathname}${url.search}`;
}
