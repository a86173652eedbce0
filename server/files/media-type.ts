import { essenceOf, isEssence } from '../message/media-type.ts';

/** How a stored file may be shown when it comes from our own origin. */
export interface Presentation {
  /** A safe value for `Content-Type`. */
  readonly contentType: string;
  readonly disposition: 'inline' | 'attachment';
  /** Whether the answer gets a sandbox policy, in case a browser shows it. Viewers of PDF, audio and video do not work in a sandbox. */
  readonly sandbox: boolean;
}

const INLINE = new Set([
  'application/pdf',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'audio/mpeg',
  'video/mp4',
  'video/webm',
]);

/**
 * Decides by the stored media type; parameters are dropped. Types that are not on the list of passive types are downloads, so that a stored
 * HTML, SVG or XML file never runs as a page of this site.
 */
export function presentationOf(storedType: string): Presentation {
  const essence = essenceOf(storedType);
  if (!isEssence(essence)) return { contentType: 'application/octet-stream', disposition: 'attachment', sandbox: true };
  const contentType = essence.startsWith('text/') ? `${essence}; charset=utf-8` : essence;
  const isInline = INLINE.has(essence);
  const hasViewer = isInline && !essence.startsWith('image/') && !essence.startsWith('text/');
  return { contentType, disposition: isInline ? 'inline' : 'attachment', sandbox: !hasViewer };
}
