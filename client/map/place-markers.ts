import { type Map as LeafletMap, latLngBounds, type Marker, marker, type Popup, type PopupOptions } from 'leaflet/dist/leaflet-src.esm.js';
import { groupPoints } from './group-points.ts';
import type { MapMark, MapPlace } from './place.ts';
import { drawCard } from './place-card.ts';
import { PlaceIcon } from './place-icon.ts';

/** Pixels from border to border. Specification section 9. */
const CARD_MAX_WIDTH = 300;

/** Pixels between a card and the edge of the map. */
const CARD_EDGE = 8;

/** Pixels of a card's two borders (`--borda-fina`), which Leaflet does not count. */
const CARD_BORDERS = 2;

/** A single place is shown with its streets. */
const STREETS_ZOOM = 16;

/** Pixels between the outermost markers and the edge; above them stands the drop. */
const EDGE = 48;

/** Pixels of a marker's square (`--alvo-minimo`). */
const MARKER_SIZE = 44;

/** Below a card there is room for its marker and for the line that says whose the map is. */
const CARD = {
  maxWidth: CARD_MAX_WIDTH,
  autoPanPaddingTopLeft: [CARD_EDGE, CARD_EDGE],
  autoPanPaddingBottomRight: [CARD_EDGE, 2 * EDGE],
} satisfies PopupOptions;

export interface PlacesOptions {
  readonly places: readonly MapPlace[];
  /** Words for the marker of some places, given as indices into `places`. */
  readonly describe: (members: readonly number[]) => MapMark;
}

/** Shows all places, in the order of the list; after each change of scale those that would overlap share a marker. */
export function showPlaces(instance: LeafletMap, { places, describe }: PlacesOptions): void {
  const points = places.map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
  instance.fitBounds(latLngBounds(points), {
    animate: false,
    maxZoom: STREETS_ZOOM,
    paddingTopLeft: [EDGE, 2 * EDGE],
    paddingBottomRight: [EDGE, EDGE],
  });
  let shown: readonly Marker[] = [];
  let grouping = '';
  const draw = (): void => {
    const groups = groupPoints(
      points.map((point) => instance.latLngToLayerPoint(point)),
      MARKER_SIZE,
    );
    const next = JSON.stringify(groups);
    if (next === grouping) return;
    grouping = next;
    for (const old of shown) old.remove();
    shown = groups.map((members) => addMarker(instance, points[members[0] ?? 0] ?? [0, 0], describe(members)));
  };
  instance.on('zoomend', draw);
  draw();
}

function addMarker(instance: LeafletMap, point: [number, number], mark: MapMark): Marker {
  // The link is a control by itself; Leaflet's own keyboard handling would open and close the card with one stroke.
  const added = marker(point, { icon: new PlaceIcon(mark), keyboard: false }).addTo(instance);
  added.bindPopup(drawCard(mark.card), CARD);
  added.on('popupopen', ({ popup }) => {
    added.getElement()?.setAttribute('aria-expanded', 'true');
    settleCard(instance, popup);
  });
  added.on('popupclose', ({ popup }) => {
    const link = added.getElement();
    link?.setAttribute('aria-expanded', 'false');
    const focused = document.activeElement;
    if (focused === document.body || popup.getElement()?.contains(focused) === true) link?.focus({ preventScroll: true });
  });
  return added;
}

/** Fits an open card to the map, names its button and gives it the focus. */
function settleCard(instance: LeafletMap, popup: Popup): void {
  const element = popup.getElement();
  element?.querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', 'Fechar');
  const { x, y } = instance.getSize();
  // A card is as wide as it may be: Leaflet takes the width of a text that does not wrap, and ours wraps wherever it is asked to be pretty.
  const width = Math.min(CARD_MAX_WIDTH, x - 2 * CARD_EDGE) - CARD_BORDERS;
  Object.assign(popup.options, { minWidth: width, maxWidth: width, maxHeight: y - 3 * EDGE } satisfies PopupOptions);
  popup.update();
  element?.querySelector<HTMLElement>('.ficha')?.focus({ preventScroll: true });
}
