/**
 * The small interactions of the site's frame: accessibility bar, keyboard menu, print buttons. They listen on the document, so they work
 * before hydration, without it, and for markup that arrives later; React never owns the state that they keep in attributes.
 */
import { closeAfterFollowing, closeOutside, FOLDED_PARTS } from './menu.ts';
import {
  attributesOf,
  inContrast,
  PREFERENCES_KEY,
  type Preferences,
  parseAction,
  parsePreferences,
  preferencesAfter,
  type SystemPreferences,
  writePreferences,
} from './preferences.ts';

/** Marks a document whose listeners are in place. */
const INSTALLED_ATTRIBUTE = 'data-interacoes';

/** Starts the interactions of a document. Safe to call twice: the second call only refreshes the bar. */
export function installInteractions(document: Document): void {
  const root = document.documentElement;
  const view = document.defaultView;
  if (view === null) return;
  showPreferences(document, storedPreferences(view), systemPreferencesOf(view));
  if (root.hasAttribute(INSTALLED_ATTRIBUTE)) return;
  root.setAttribute(INSTALLED_ATTRIBUTE, '');
  root.setAttribute('data-script', '');
  document.addEventListener('click', (event) => onClick(document, view, event));
  document.addEventListener('change', (event) => onChange(document, view, event));
  document.addEventListener('focusin', (event) => closeOutside(document, event.target));
  bringMenuKeys(document);
  view.addEventListener('storage', () => showPreferences(document, storedPreferences(view), systemPreferencesOf(view)));
  view.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) resetGetForms(document);
  });
}

/** A document that is shown again as it was left has in its GET forms what was typed before it was left. The address is their state. */
function resetGetForms(document: Document): void {
  for (const form of document.forms) if (form.method === 'get') form.reset();
}

/** The keys come with the first focus in a menu; what is pressed until then waits for them. Where they do not load, Tab and Enter do all. */
function bringMenuKeys(document: Document): void {
  let loading: Promise<void> | null = null;
  let handle = (event: KeyboardEvent): void => void loading?.then(() => handle(event));
  document.addEventListener('keydown', (event) => handle(event));
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target.closest(FOLDED_PARTS) === null) return;
    loading ??= import('./menu-keys.ts').then(
      ({ handleMenuKey }) => {
        handle = (event) => handleMenuKey(document, event);
      },
      () => {
        loading = null;
      },
    );
  });
}

function onClick(document: Document, view: Window, event: Event): void {
  closeOutside(document, event.target);
  closeAfterFollowing(document, event.target);
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-acao]') : null;
  if (target === null) return;
  if (target.dataset['acao'] === 'imprimir') view.print();
  else if (target.dataset['acao'] === 'ouvir') void import('./read-aloud.ts').then(({ toggleReading }) => toggleReading(view));
  else if (target.dataset['acao'] === 'libras') void import('./libras.ts').then(({ toggleTranslator }) => toggleTranslator(view));
  else act(document, view, { name: target.dataset['acao'], value: '' });
}

function onChange(document: Document, view: Window, event: Event): void {
  const target = event.target;
  if (target instanceof HTMLSelectElement) act(document, view, { name: target.dataset['acao'], value: target.value });
}

function act(document: Document, view: Window, control: { readonly name: string | undefined; readonly value: string }): void {
  const action = parseAction(control.name, control.value);
  if (action === null) return;
  const system = systemPreferencesOf(view);
  const next = preferencesAfter(storedPreferences(view), action, system);
  storePreferences(view, next);
  showPreferences(document, next, system);
}

function systemPreferencesOf(view: Window): SystemPreferences {
  const matches = (query: string): boolean => view.matchMedia(query).matches;
  return { contraste: matches('(prefers-contrast: more)'), escuro: matches('(prefers-color-scheme: dark)') };
}

/** Where storage is blocked the choice lives as long as the document: the attribute of `<html>` holds it. */
const FALLBACK_ATTRIBUTE = 'data-preferencias';

function storedPreferences(view: Window): Preferences {
  try {
    return parsePreferences(view.localStorage.getItem(PREFERENCES_KEY));
  } catch {
    return parsePreferences(view.document.documentElement.getAttribute(FALLBACK_ATTRIBUTE));
  }
}

function storePreferences(view: Window, preferences: Preferences): void {
  const texto = writePreferences(preferences);
  try {
    if (texto === null) view.localStorage.removeItem(PREFERENCES_KEY);
    else view.localStorage.setItem(PREFERENCES_KEY, texto);
  } catch {
    view.document.documentElement.setAttribute(FALLBACK_ATTRIBUTE, texto ?? '{}');
  }
}

function showPreferences(document: Document, preferences: Preferences, system: SystemPreferences): void {
  for (const [name, value] of Object.entries(attributesOf(preferences, system)))
    writeAttribute(document.documentElement, `data-${name}`, value);
  const contraste = String(inContrast(preferences, system));
  for (const button of document.querySelectorAll('[data-acao="contraste"]')) button.setAttribute('aria-pressed', contraste);
  for (const field of document.querySelectorAll<HTMLSelectElement>('select[data-acao="tema"]')) field.value = preferences.tema;
  for (const button of document.querySelectorAll('[data-acao="simples"]')) button.setAttribute('aria-pressed', String(preferences.simples));
  const { texto: step } = preferences;
  for (const [action, unavailable] of [
    ['texto-menor', step === 0],
    ['texto-normal', step === 0],
    ['texto-maior', step === 3],
  ] as const)
    for (const button of document.querySelectorAll(`[data-acao="${action}"]`)) button.setAttribute('aria-disabled', String(unavailable));
}

function writeAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
