import type { PlaceCard, PlaceLink } from './place.ts';

/** Draws a card from text alone: nothing of the content is read as HTML. It can take the focus, as what just opened. */
export function drawCard({ title, parts }: PlaceCard): HTMLElement {
  const card = element('div', 'ficha');
  card.tabIndex = -1;
  card.setAttribute('role', 'dialog');
  card.setAttribute('aria-label', title);
  card.append(element('p', 'ficha-titulo', title));
  for (const { line, way, links } of parts) {
    if (line !== '') card.append(element('p', 'ficha-linha', line));
    card.append(around('p', 'ficha-caminho', way));
    const list = element('ul', 'ficha-links');
    list.append(...links.map((link) => around('li', 'ficha-item', link)));
    card.append(list);
  }
  return card;
}

function around(name: 'li' | 'p', className: string, { href, text, spoken }: PlaceLink): HTMLElement {
  const link = element('a', 'ficha-link', text);
  link.href = href;
  if (spoken !== '') link.append(element('span', 'somente-leitor', spoken));
  const made = element(name, className);
  made.append(link);
  return made;
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
