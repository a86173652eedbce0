const MAX_NAME_LENGTH = 80;

/**
 * Returns an ASCII file name with `extension` for a saved copy of the picture `name`. Accents are removed, and all characters but letters,
 * digits, hyphen and underscore become hyphens, so that no name can end the header field (RFC 6266 §4.3).
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
