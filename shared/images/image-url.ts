/** The address of an optimised picture and its inverse: `/_image?url&w&q` (specification section 7). */
import type { ErrorCode } from '../errors/codes.ts';
import { fileUrl } from '../files/file-url.ts';
import { DEFAULT_QUALITY, type ImageQuality, type ImageWidth, PLACEHOLDER, QUALITIES, WIDTHS } from './sizes.ts';
import { parseImageSource } from './source.ts';

export const IMAGE_PATH = '/_image';

/** Longest accepted source address, in UTF-16 units. */
const MAX_SOURCE_LENGTH = 3_072;

/** Longest accepted request target, in UTF-16 units: a source of full length in which every second character is escaped. */
export const MAX_TARGET_LENGTH = 8_192;

export interface ImageRequest {
  /** The address as given; whether it is one of ours is decided by `parseImageSource`. */
  readonly source: string;
  readonly width: ImageWidth;
  readonly quality: ImageQuality;
}

export type ImageFault = Extract<ErrorCode, 'BAD_REQUEST' | 'BAD_IMAGE_URL' | 'BAD_IMAGE_WIDTH' | 'BAD_IMAGE_QUALITY'>;

/** Returns the address of `source` scaled to `width` pixels; the default quality is left out, so that one picture has one address. */
export function imageUrl(source: string, width: ImageWidth, quality: ImageQuality = DEFAULT_QUALITY): string {
  return sized(unsized(source), width, quality);
}

/**
 * Returns a `srcset` value with one width descriptor for each of `widths`. No descriptor says more than `natural`, the width of the file
 * in pixels: pictures are never enlarged, and a descriptor must be the width of what comes (HTML, srcset attributes). Without it the
 * file is taken to be as wide as the widest of them.
 */
export function srcSet(
  source: string,
  widths: readonly ImageWidth[],
  { quality = DEFAULT_QUALITY, natural = Number.POSITIVE_INFINITY }: { readonly quality?: ImageQuality; readonly natural?: number } = {},
): string {
  // Encoded once: a page has dozens of these addresses.
  const address = unsized(source);
  return widths.map((width) => `${sized(address, width, quality)} ${Math.min(width, natural)}w`).join(', ');
}

function unsized(source: string): string {
  if (source !== last.source) last = { source, address: `${IMAGE_PATH}?${new URLSearchParams({ url: source })}` };
  return last.address;
}

/** One picture asks three times in a row: for its candidates, for the one among them that all browsers know, and for its stand-in. */
let last: { readonly source: string; readonly address: string } = { source: '', address: `${IMAGE_PATH}?url=` };

function sized(address: string, width: ImageWidth, quality: ImageQuality): string {
  return `${address}&w=${width}${quality === DEFAULT_QUALITY ? '' : `&q=${quality}`}`;
}

/** Returns the address of the blurred 10x10 picture that stands in for `source` while it loads. */
export function placeholderUrl(source: string): string {
  return imageUrl(source, PLACEHOLDER.width, PLACEHOLDER.quality);
}

/** True for the request that asks for the placeholder. */
export function isPlaceholder(request: Pick<ImageRequest, 'width' | 'quality'>): boolean {
  return request.width === PLACEHOLDER.width && request.quality === PLACEHOLDER.quality;
}

/**
 * Reads the query of `/_image`, or names the first fault. `url` and `w` are required, `q` is optional, each at most once, and nothing
 * else is accepted: every other spelling of a number or a spare parameter would be one more cache entry for the same picture.
 */
export function parseImageRequest(search: URLSearchParams): ImageRequest | ImageFault {
  for (const name of search.keys()) if (name !== 'url' && name !== 'w' && name !== 'q') return 'BAD_REQUEST';
  const source = only(search, 'url');
  if (source === null || source === '' || source.length > MAX_SOURCE_LENGTH) return 'BAD_IMAGE_URL';
  const width = member(WIDTHS, only(search, 'w'));
  if (width === null) return 'BAD_IMAGE_WIDTH';
  const quality = search.has('q') ? member(QUALITIES, only(search, 'q')) : DEFAULT_QUALITY;
  if (quality === null) return 'BAD_IMAGE_QUALITY';
  return { source, width, quality };
}

/**
 * Returns the one spelling of `target` (path and query of a request) that names its picture: parameters in order, the default quality
 * left out, a stored file by its lower-case id under one prefix. Null for what is not an acceptable request for a picture, which has no
 * place in a store. Idempotent. Whether a remote address is allowed is not decided here.
 */
export function normalImageUrl(target: string): string | null {
  const mark = target.indexOf('?');
  if (mark === -1 || target.slice(0, mark) !== IMAGE_PATH || target.length > MAX_TARGET_LENGTH) return null;
  const request = parseImageRequest(new URLSearchParams(target.slice(mark)));
  if (typeof request === 'string') return null;
  const source = parseImageSource(request.source);
  return imageUrl(source?.kind === 'file' ? fileUrl(source.id) : request.source, request.width, request.quality);
}

/** The value of a parameter that occurs exactly once, else null. */
function only(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The number of `list` that is spelled exactly `text`: plain ASCII digits, no sign, space, zero in front, fraction or exponent. */
function member<N extends number>(list: readonly N[], text: string | null): N | null {
  return list.find((number) => String(number) === text) ?? null;
}
