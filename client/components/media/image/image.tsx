import type { ReactElement } from 'react';
import { imageUrl, placeholderUrl, srcSet } from '../../../../shared/images/image-url.ts';
import { type PictureSizes, parseSizes } from '../../../../shared/images/picture-sizes.ts';
import { IMAGE_SCREENS, type ImageQuality, type ImageScreen, type ImageWidth, PLACEHOLDER } from '../../../../shared/images/sizes.ts';
import { classNames } from '../../class-names.ts';
import styles from './image.module.css';

/** A picture as content names it: the source path, not an optimised address. Sizes in pixels, null when the file's are not known. */
export interface ContentImage {
  readonly src: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** The point that stays in sight where the picture is cropped, in parts of width and height; the middle when left out. */
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
}

interface Props {
  readonly image: ContentImage;
  /** How wide the picture is shown, by screen: `92vw sm:45vw lg:383px`. */
  readonly sizes: string;
  /** `free` keeps the file's own shape, `fill` fills a parent with a height. */
  readonly aspect?: 'free' | 'fill' | 'panorama' | 'wide' | 'portrait' | 'square';
  /** On this screen and wider ones the picture is the largest contentful paint, so the head preloads it. Narrower screens hide it. */
  readonly eagerFrom?: ImageScreen | undefined;
  readonly quality?: ImageQuality;
}

/** What a browser without `srcset` gets is at least this wide. */
const DEFAULT_WIDTH = 1024;

/**
 * A picture of the content store in the sizes that screens need, never wider than its file. While a picture of its own shape loads, its
 * blurred 10x10 version stands behind it: a picture too, for a style attribute would need a wider content policy. Both wait until they come
 * near the window. Pictures of cards have the tone of their frame instead, because each blurred version would be one request more; the
 * picture that a visitor sees first has none either, which would only compete with it, and does not wait.
 */
export function Image({ image, sizes, aspect = 'free', eagerFrom, quality = 80 }: Props): ReactElement {
  const { src, alt } = image;
  const { width, height } = dimensions(image);
  const { attribute, widths } = readSizes(sizes);
  const offeredWidths = offered(widths, width);
  const candidates = srcSet(src, offeredWidths, { quality, ...(width === 0 ? {} : { natural: width }) });
  const fallbackUrl = imageUrl(
    src,
    offeredWidths.find((candidate) => candidate >= DEFAULT_WIDTH) ?? offeredWidths.at(-1) ?? DEFAULT_WIDTH,
    quality,
  );
  const sizeUnknown = width === 0 && aspect === 'free';
  const eager = eagerFrom !== undefined;
  const element = (
    <img
      src={fallbackUrl}
      srcSet={candidates}
      sizes={attribute}
      width={width === 0 ? undefined : width}
      height={height === 0 ? undefined : height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? undefined : 'async'}
      fetchPriority={eager ? 'high' : undefined}
      className={classNames(styles.image, ...focusClasses(image.focus))}
    />
  );
  return (
    <span className={classNames(styles.frame, styles[aspect], sizeUnknown && styles.sizeUnknown)}>
      {eager ? (
        <EagerPicture address={fallbackUrl} candidates={candidates} sizes={attribute} from={eagerFrom}>
          {element}
        </EagerPicture>
      ) : (
        <>
          {aspect === 'free' ? <Placeholder src={src} /> : null}
          {element}
        </>
      )}
    </span>
  );
}

/** Classes instead of a style attribute, for which the content policy would have to be wider: a quarter of the picture is near enough. */
function focusClasses(focus: ContentImage['focus']): readonly (string | undefined)[] {
  if (focus === undefined) return [];
  return [styles[`x${Math.round(focus.x * 4)}`], styles[`y${Math.round(focus.y * 4)}`]];
}

/** The blurred version, which assistive technology ignores. */
function Placeholder({ src }: { readonly src: string }): ReactElement {
  return (
    <img
      src={placeholderUrl(src)}
      width={PLACEHOLDER.width}
      height={PLACEHOLDER.height}
      alt=""
      aria-hidden="true"
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      className={styles.placeholder}
    />
  );
}

interface EagerPictureProps {
  readonly address: string;
  readonly candidates: string;
  readonly sizes: string;
  readonly from: ImageScreen;
  readonly children: ReactElement;
}

/** One transparent pixel. An eager picture is loaded where it is hidden too, so screens that hide it are given this one. */
const TRANSPARENT_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** Asks in the head for the picture in it, on the screens that show it; narrower ones load nothing. */
function EagerPicture({ address, candidates, sizes, from, children }: EagerPictureProps): ReactElement {
  // The stylesheets count screens in `em` too: a visitor with a larger font of the browser sees the layout of a narrower screen.
  const shownOn = `(min-width: ${IMAGE_SCREENS[from] / 16}em)`;
  return (
    <>
      <link
        rel="preload"
        as="image"
        // Without an address React leaves the element where it stands; browsers that read the candidates do not use it.
        href={address}
        imageSrcSet={candidates}
        imageSizes={sizes}
        fetchPriority="high"
        media={shownOn}
      />
      <picture className={styles.eager}>
        <source srcSet={`${TRANSPARENT_PIXEL} 1w`} sizes="1px" media={`not all and ${shownOn}`} />
        {children}
      </picture>
    </>
  );
}

/** Specification section 8: unknown sizes become zero. The page does not contain the zero, because it would hide the picture. */
function dimensions({ width, height }: ContentImage): { readonly width: number; readonly height: number } {
  return width === null || height === null || width <= 0 || height <= 0 ? { width: 0, height: 0 } : { width, height };
}

/** Returns the widths up to the first one that covers the file; for that width the server answers with the whole file. */
function offered(widths: readonly ImageWidth[], natural: number): readonly ImageWidth[] {
  const covering = natural === 0 ? -1 : widths.findIndex((width) => width >= natural);
  return covering === -1 ? widths : widths.slice(0, covering + 1);
}

/** @throws RangeError for sizes that do not follow the grammar, which is a mistake in our own code. */
function readSizes(sizes: string): PictureSizes {
  const known = PARSED_SIZES.get(sizes);
  if (known !== undefined) return known;
  const parsed = parseSizes(sizes);
  if (parsed === null) throw new RangeError(`cannot read the picture sizes "${sizes}"`);
  PARSED_SIZES.set(sizes, parsed);
  return parsed;
}

/** The few that our code writes, read once each. */
const PARSED_SIZES = new Map<string, PictureSizes>();

interface FigureProps extends Props {
  readonly caption?: string | null | undefined;
  readonly credit?: string | null | undefined;
}

/** A picture with its caption and its author. */
export function Figure({ caption, credit, ...image }: FigureProps): ReactElement {
  const hasText = (caption ?? '') !== '' || (credit ?? '') !== '';
  return (
    <figure className={styles.figure}>
      <Image {...image} />
      {hasText ? (
        <figcaption className={styles.caption}>
          {caption} {(credit ?? '') === '' ? null : <span className={styles.credit}>{creditText(credit ?? '')}</span>}
        </figcaption>
      ) : null}
    </figure>
  );
}

/** Words before a colon, as in "Ilustração: Ana": such a credit names the kind of work itself. */
const NAMES_THE_WORK = /^\p{L}[\p{L} ]*:/u;

function creditText(credit: string): string {
  return NAMES_THE_WORK.test(credit) ? credit : `Foto: ${credit}`;
}
