/**
 * Suggestions below a box of the site's search, after three letters: what the search would find first. Loaded when a box gets the focus; without it
 * the box is a form. The box is a combobox whose list the arrow keys walk through (WAI-ARIA Authoring Practices, combobox with a list).
 */
import styles from './search-suggestions.module.css';

interface Suggestion {
  readonly titulo: string;
  readonly endereco: string;
  readonly tipo: string;
}

/** Milliseconds without a key before the server is asked. */
const PAUSE_MS = 250;

const LEAST_LETTERS = 3;

const MOST_SUGGESTIONS = 6;

/** A box that has suggestions already. */
const boxes = new WeakSet<HTMLInputElement>();

export function suggestIn(box: HTMLInputElement): void {
  if (boxes.has(box)) return;
  boxes.add(box);
  const list = document.createElement('div');
  list.id = `${box.id}-sugestoes`;
  // Removes the list of a box on another page.
  document.getElementById(list.id)?.remove();
  list.className = styles.list ?? '';
  list.role = 'listbox';
  list.ariaLabel = 'Sugestões';
  list.hidden = true;
  document.body.append(list);
  let timer = 0;
  let request = new AbortController();
  const close = (): void => {
    clearTimeout(timer);
    request.abort();
    show(box, list, []);
  };
  box.role = 'combobox';
  box.ariaAutoComplete = 'list';
  box.ariaExpanded = 'false';
  box.setAttribute('aria-controls', list.id);
  box.addEventListener('input', () => {
    close();
    request = new AbortController();
    const { signal } = request;
    const text = box.value.trim();
    if (text.length < LEAST_LETTERS) return;
    timer = window.setTimeout(() => void ask(box, text, signal).then((found) => signal.aborted || show(box, list, found)), PAUSE_MS);
  });
  box.addEventListener('keydown', (event) => onKey(event, { box, list, close }));
  box.addEventListener('blur', close);
  // A press on a suggestion would take the focus from the box, and the list away, before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', close);
}

/** Returns no suggestion where the server gives none: the form works as it is. */
async function ask(box: HTMLInputElement, text: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  try {
    const response = await fetch(`${box.form?.action}.json?${new URLSearchParams({ q: text })}`, { signal });
    if (!response.ok) return [];
    // Our own server wrote it.
    const { resultados } = (await response.json()) as { readonly resultados: readonly Suggestion[] };
    return resultados.slice(0, MOST_SUGGESTIONS);
  } catch {
    return [];
  }
}

function show(box: HTMLInputElement, list: HTMLElement, suggestions: readonly Suggestion[]): void {
  list.replaceChildren(...suggestions.map((suggestion, index) => optionOf(suggestion, `${list.id}-${index}`)));
  list.hidden = suggestions.length === 0;
  box.ariaExpanded = String(!list.hidden);
  box.removeAttribute('aria-activedescendant');
  if (list.hidden) return;
  const { left, bottom, width } = box.getBoundingClientRect();
  list.style.insetInlineStart = `${left + window.scrollX}px`;
  list.style.insetBlockStart = `${bottom + window.scrollY}px`;
  list.style.inlineSize = `${width}px`;
}

function optionOf({ titulo, endereco, tipo }: Suggestion, id: string): HTMLElement {
  const option = document.createElement('a');
  option.role = 'option';
  option.id = id;
  option.ariaSelected = 'false';
  option.href = endereco;
  option.tabIndex = -1;
  const kind = document.createElement('span');
  kind.append(` ${tipo}`);
  option.append(titulo, kind);
  return option;
}

interface Combobox {
  readonly box: HTMLInputElement;
  readonly list: HTMLElement;
  readonly close: () => void;
}

function onKey(event: KeyboardEvent, { box, list, close }: Combobox): void {
  const options = [...list.querySelectorAll('a')];
  if (options.length === 0) return;
  const active = options.findIndex(({ id }) => id === box.getAttribute('aria-activedescendant'));
  if (event.key === 'Escape') close();
  else if (event.key === 'Enter' && active >= 0) options[active]?.click();
  // The box itself stands before the first suggestion and after the last one.
  else if (event.key === 'ArrowDown') activate(box, options, active + 1 < options.length ? active + 1 : -1);
  else if (event.key === 'ArrowUp') activate(box, options, active >= 0 ? active - 1 : options.length - 1);
  else return;
  event.preventDefault();
}

function activate(box: HTMLInputElement, options: readonly Element[], active: number): void {
  for (const [index, option] of options.entries()) option.ariaSelected = String(index === active);
  const id = options[active]?.id;
  if (id === undefined) box.removeAttribute('aria-activedescendant');
  else box.setAttribute('aria-activedescendant', id);
}
