/** The listeners that hand plain links and GET forms to the navigator, and start link previews. The pages know nothing of them. */
import { type FormFacts, formTarget, type Here, isPlainClick, type LinkFacts, routerTarget } from './link-target.ts';
import type { Navigator } from './navigator.ts';
import type { PreviewQueue } from './preview-queue.ts';

export interface InterceptionOptions {
  readonly document: Document;
  readonly here: () => Here;
  readonly navigator: Navigator;
}

/** Listens to clicks and submissions; returns the function that stops it. */
export function interceptNavigation({ document, here, navigator }: InterceptionOptions): () => void {
  const onClick = (event: MouseEvent): void => {
    const link = isPlainClick(event) ? closestLink(event.target) : null;
    const to = link === null ? null : routerTarget(linkFacts(link), here());
    if (to === null) return;
    event.preventDefault();
    void navigator.go(to);
  };
  const onSubmit = (event: SubmitEvent): void => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || overridesForm(event.submitter)) return;
    const to = formTarget(formFacts(event.target, event.submitter), here());
    if (to === null) return;
    event.preventDefault();
    void navigator.go(to);
  };
  document.addEventListener('click', onClick);
  document.addEventListener('submit', onSubmit);
  return () => {
    document.removeEventListener('click', onClick);
    document.removeEventListener('submit', onSubmit);
  };
}

function closestLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

function linkFacts(link: HTMLAnchorElement): LinkFacts {
  return {
    href: link.href,
    target: link.target,
    download: link.hasAttribute('download'),
    reload: link.dataset['recarregar'] !== undefined,
  };
}

/** True when a submit button overrides action or method of its form; the browser then submits it. */
function overridesForm(submitter: HTMLElement | null): boolean {
  return submitter !== null && ['formaction', 'formmethod', 'formtarget'].some((name) => submitter.hasAttribute(name));
}

function formFacts(form: HTMLFormElement, submitter: HTMLElement | null): FormFacts {
  const fields = [...new FormData(form, submitter)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const action = URL.parse(form.getAttribute('action') ?? '', document.baseURI);
  return {
    method: form.method,
    action: action?.href ?? '',
    target: form.target,
    reload: form.dataset['recarregar'] !== undefined,
    fields,
  };
}

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
