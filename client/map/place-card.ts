import type { PlaceCard, PlaceLink } from './place.ts';

/** Draws a card from text alone: nothing of the content is read as HTML. It can take the focus, as what just opened. */
export function drawCard({ title, parts }: PlaceCard): HTMLElement {
  const card = element('div', 'ficha');
  card.tabIndex = -1;
  card.setAttribute('role', 'dialog');
  card.setAttribute('aria-label', title);
  card.append(element('p', 'ficha-titulo', title));
  for (const { line, links } of parts) {
    if (line !== '') card.append(element('p', 'ficha-linha', line));
    const list = element('ul', 'ficha-links');
    list.append(...links.map(drawLink));
    card.append(list);
  }
  return card;
}

function drawLink({ href, text, spoken }: PlaceLink): HTMLElement {
  const link = element('a', 'ficha-link', text);
  link.href = href;
  if (spoken !== '') link.append(element('span', 'somente-leitor', spoken));
  const item = element('li', 'ficha-item');
  item.append(link);
  return item;
}

function element<Name extends 'a' | 'div' | 'li' | 'p' | 'span' | 'ul'>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
