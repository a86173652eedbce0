/** The listeners that hand plain links and GET forms to the navigator. The pages know nothing of them. */
import { parseUrl } from '../../shared/platform/substitutes.ts';
import { type FormFacts, formTarget, type Here, isPlainClick, type LinkFacts, routerTarget } from './link-target.ts';
import type { Navigator } from './navigator.ts';

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

/** Returns the link that an event happened in. */
export function closestLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

export function linkFacts(link: HTMLAnchorElement): LinkFacts {
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
  const action = parseUrl(form.getAttribute('action') ?? '', document.baseURI);
  return {
    method: form.method,
    action: action?.href ?? '',
    target: form.target,
    reload: form.dataset['recarregar'] !== undefined,
    fields,
  };
}
