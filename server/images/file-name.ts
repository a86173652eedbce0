const MAX_NAME_LENGTH = 80;

/**
 * Returns a plain ASCII name with `extension` for a copy of the picture `name`. Accents are dropped, everything that could end or split
 * the header field becomes a hyphen (RFC 6266 §4.3: a receiver may not trust a path anyway).
 */
export function pictureFileName(name: string, extension: string): string {
  const stem = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_NAME_LENGTH);
  return `${stem === '' ? 'imagem' : stem}.${extension}`;
}
