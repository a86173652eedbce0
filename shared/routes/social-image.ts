/** The picture of a row as the picture with which its page is shared. */
import { fileUrl } from '../files/file-url.ts';
import type { Head } from './types.ts';

interface Picture {
  readonly id: string;
  readonly alt: string | null;
}

/** Returns the picture and what it shows in words; nothing for a row without one. */
export function socialImageOf(picture: Picture | null): Pick<Head, 'image' | 'imageAlt'> {
  if (picture === null) return {};
  const { id, alt } = picture;
  return { image: fileUrl(id), ...(alt === null || alt === '' ? {} : { imageAlt: alt }) };
}
