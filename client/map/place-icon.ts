import { DivIcon } from 'leaflet/dist/leaflet-src.esm.js';
import type { MapMark } from './place.ts';

/** A drop that stands on its point, drawn on 24 by 24. */
const DROP =
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 23.2C8.6 18.9 4.3 13.6 4.3 9.1a7.7 7.7 0 0 1 15.4 0c0 4.5-4.3 9.8-7.7 14.1Z"/></svg>';

/** Pixels from the point to where a card's tip stands: the height of the drop. */
const CARD_ANCHOR: [number, number] = [0, -40];

/**
 * A marker that is a link, announced as one and opened as one: by a click, a tap or Enter. It shows the card, which says the same as the
 * place in words that its address names; with a modifier the browser follows the address.
 */
export class PlaceIcon extends DivIcon {
  readonly #mark: MapMark;

  constructor(mark: MapMark) {
    super({ popupAnchor: CARD_ANCHOR });
    this.#mark = mark;
  }

  override createIcon(): HTMLElement {
    const { name, href, badge } = this.#mark;
    const link = document.createElement('a');
    link.className = 'leaflet-marker-icon ponto';
    link.href = href;
    link.setAttribute('aria-label', name);
    link.setAttribute('aria-haspopup', 'dialog');
    link.setAttribute('aria-expanded', 'false');
    link.innerHTML = DROP;
    const label = document.createElement('span');
    label.className = badge === '' ? 'ponto-vazio' : 'ponto-numero';
    label.textContent = badge;
    link.append(label);
    link.addEventListener('click', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
    });
    return link;
  }
}
