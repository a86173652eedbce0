/** Which addresses may be optimised: files of the content store and pictures of `public/`. Everything else is refused. */

export type ImageSource =
  /** A file of the content store; `id` is a lower-case uuid. */
  | { readonly kind: 'file'; readonly id: string }
  /** A picture of `public/`; `path` begins with a slash and has neither dot segments nor escapes. */
  | { readonly kind: 'public'; readonly path: string };

// Letter case counts in the prefix, as everywhere in our addresses; a uuid means the same in both.
const STORED_FILE = /^\/(?:nhostprovider|v1\/files)\/([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})$/;

// Segments start with a letter or digit: no dot segment, no hidden file, and none of our own `/_...` addresses (no recursion).
const PUBLIC_PICTURE = /^(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/[A-Za-z0-9][A-Za-z0-9._-]*\.(?:avif|gif|jpe?g|png|webp)$/;

/**
 * Reads the `url` of an image request. Returns null for every address that is not a plain path of ours: other hosts and schemes,
 * protocol-relative and backslash forms, escapes, queries, pages, SVG.
 */
export function parseImageSource(url: string): ImageSource | null {
  const id = STORED_FILE.exec(url)?.[1];
  if (id !== undefined) return { kind: 'file', id: id.toLowerCase() };
  return PUBLIC_PICTURE.test(url) ? { kind: 'public', path: url } : null;
}
