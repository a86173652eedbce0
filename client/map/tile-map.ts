/**
 * The map of tiles: Leaflet with what it lacks for the keyboard, for readers of Portuguese and for people whom movement makes ill. Only
 * this folder knows Leaflet; the page loads it when the visitor asks for the map.
 */
import { control, type Map as LeafletMap, map, tileLayer } from 'leaflet/dist/leaflet-src.esm.js';
import { attributionHtml } from './attribution.ts';
import { type PlacesOptions, showPlaces } from './place-markers.ts';
import { loadStylesheet } from './stylesheet.ts';
import { afterTile, NO_TILES, type TileEvent, tilesAreMissing } from './tile-count.ts';
import styles from './tile-map.css?url';

/** Specification section 9. */
const TILE_SIZE = 256;

/** The largest scale that public tile services draw. */
const MAX_ZOOM = 19;

/** Milliseconds in which the first tile must come, slow phone networks included. */
const FIRST_TILE_MS = 10_000;

export interface TileMapOptions extends PlacesOptions {
  readonly tileUrl: string;
  /** Plain text, or null for none. */
  readonly attribution: string | null;
  readonly reducedMotion: boolean;
  /** Told when the map becomes invisible for lack of tiles, and when it comes back. */
  readonly onTiles: (state: 'shown' | 'missing') => void;
}

export interface TileMap {
  /** Asks for the tiles again. */
  retry(): void;
  close(): void;
}

/** Draws a map into an empty element with a size. @throws when its stylesheet cannot be loaded. */
export async function openTileMap(container: HTMLElement, options: TileMapOptions): Promise<TileMap> {
  await loadStylesheet(styles, document.head);
  const moving = !options.reducedMotion;
  const instance = map(container, {
    attributionControl: false,
    zoomControl: false,
    // The page's own scrolling comes first; the wheel zooms while the map has the focus.
    scrollWheelZoom: false,
    zoomAnimation: moving,
    fadeAnimation: moving,
    markerZoomAnimation: moving,
    inertia: moving,
  });
  if (!moving) panWithoutMoving(instance);
  instance.on('focus', () => instance.scrollWheelZoom.enable());
  instance.on('blur', () => instance.scrollWheelZoom.disable());
  control.zoom({ zoomInTitle: 'Aproximar', zoomOutTitle: 'Afastar' }).addTo(instance);
  if (options.attribution !== null)
    control.attribution({ prefix: false }).addTo(instance).addAttribution(attributionHtml(options.attribution));
  showPlaces(instance, options);
  const closeCard = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') instance.closePopup();
  };
  container.addEventListener('keydown', closeCard);
  const tiles = addTiles(instance, options);
  const resized = new ResizeObserver(() => instance.invalidateSize({ animate: false }));
  resized.observe(container);
  return {
    retry: tiles.retry,
    close: () => {
      resized.disconnect();
      tiles.stop();
      container.removeEventListener('keydown', closeCard);
      instance.remove();
    },
  };
}

/** Leaflet slides to a place unless it is told otherwise in every call, its own included. */
function panWithoutMoving(instance: LeafletMap): void {
  const panBy = instance.panBy.bind(instance);
  instance.panBy = (offset, options) => panBy(offset, { ...options, animate: false });
}

interface Tiles {
  readonly retry: () => void;
  readonly stop: () => void;
}

function addTiles(instance: LeafletMap, { tileUrl, onTiles }: TileMapOptions): Tiles {
  let count = NO_TILES;
  let missing = false;
  let timer = 0;
  const note = (event: TileEvent): void => {
    count = afterTile(count, event);
    if (tilesAreMissing(count) === missing) return;
    missing = !missing;
    onTiles(missing ? 'missing' : 'shown');
  };
  const begin = (): void => {
    count = NO_TILES;
    missing = false;
    clearTimeout(timer);
    timer = window.setTimeout(() => note('late'), FIRST_TILE_MS);
  };
  const layer = tileLayer(tileUrl, { tileSize: TILE_SIZE, maxZoom: MAX_ZOOM });
  layer.on('tileload', () => note('loaded'));
  layer.on('tileerror', () => note('failed'));
  layer.on('load', () => note('settled'));
  begin();
  layer.addTo(instance);
  return {
    retry: () => {
      begin();
      layer.redraw();
    },
    stop: () => clearTimeout(timer),
  };
}
