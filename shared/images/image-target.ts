/**
 * What a store calls a request for a picture: its one address and the class of its `Accept`, so that whatever is the same picture is
 * stored once. Asked for at every hit, so both readings are remembered.
 */
import { remembering } from '../cache/remembering.ts';
import { type AcceptClass, acceptClass } from './accept-class.ts';
import { type ImageRequest, normalImageUrl, parseImageRequest } from './image-url.ts';
import { HEADER_PICTURE } from './sizes.ts';

export interface ImageTarget {
  readonly key: string;
  /** Path and query for the picture service. */
  readonly url: string;
}

/** Each of the two readings; the site itself has some thousand addresses of pictures and browsers a handful of `Accept` fields. */
const REMEMBERED = 4_096;

/** Returns the class in which a picture is made: for the header picture the same for every client, as documents preload it. */
export function pictureClass(
  request: Pick<ImageRequest, 'width' | 'quality'>,
  accept: string | undefined,
  offer: { readonly avif: boolean },
): AcceptClass {
  return isHeaderPicture(request) ? 'webp' : acceptClass(accept, offer);
}

function isHeaderPicture({ width, quality }: Pick<ImageRequest, 'width' | 'quality'>): boolean {
  return width === HEADER_PICTURE.width && quality === HEADER_PICTURE.quality;
}

/**
 * Makes the function that names targets. What is no request for a picture keeps its address; the service refuses it, and no cache stores
 * a refusal. The answer does not depend on what was asked before.
 */
export function createImageTarget(offer: { readonly avif: boolean }): (url: string, accept: string | undefined) => ImageTarget {
  const addresses = remembering<Readonly<Record<AcceptClass, ImageTarget>>>(REMEMBERED);
  const classes = remembering<AcceptClass>(REMEMBERED);
  const targetsOf = (url: string): Readonly<Record<AcceptClass, ImageTarget>> => {
    const normal = normalImageUrl(url) ?? url;
    const request = parseImageRequest(new URLSearchParams(normal.slice(normal.indexOf('?') + 1)));
    const isShared = typeof request !== 'string' && isHeaderPicture(request);
    const target = (kind: AcceptClass): ImageTarget => ({ key: `${normal} ${isShared ? 'webp' : kind}`, url: normal });
    return { avif: target('avif'), webp: target('webp'), source: target('source') };
  };
  const classOf = (accept: string): AcceptClass => acceptClass(accept, offer);
  return (url, accept) => addresses(url, targetsOf)[accept === undefined ? 'webp' : classes(accept, classOf)];
}
