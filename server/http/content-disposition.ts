/** `Content-Disposition` (RFC 6266) for a stored file name, which may hold any characters. */

// Control characters, path separators, characters that Windows forbids in names, and marks that change the direction of text (they show
// "fdp.exe" as "exe.pdf").
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]+/gu;
/** Characters of a file name: file systems allow 255 bytes, and an accented letter takes two. */
const LONGEST_NAME = 120;
const LONGEST_EXTENSION = 10;

/** Returns the field value: `filename` in ASCII, and `filename*` in UTF-8 when the name has other characters. */
export function contentDisposition(disposition: 'inline' | 'attachment', storedName: string): string {
  const name = safeName(storedName);
  const ascii = asciiName(name);
  const plain = `${disposition}; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`;
}

function safeName(storedName: string): string {
  return shorten(harmless(storedName.toWellFormed().normalize('NFC')));
}

/** Returns a name that is not a path, not hidden and not empty. */
function harmless(name: string): string {
  const clean = name.replaceAll(UNSAFE, '_').replaceAll(/\s+/g, ' ');
  // Leading dots hide a file or lead to a parent folder; Windows drops trailing dots and spaces.
  const trimmed = clean.replace(/^[.\s]+/, '').replace(/[.\s]+$/, '');
  return trimmed === '' ? 'arquivo' : trimmed;
}

function shorten(name: string): string {
  // Counts code points, so that no surrogate pair is cut.
  const characters = Array.from(name);
  if (characters.length <= LONGEST_NAME) return name;
  const extension = /\.[A-Za-z0-9]+$/.exec(name)?.[0] ?? '';
  if (extension.length > LONGEST_EXTENSION) return characters.slice(0, LONGEST_NAME).join('');
  return `${characters.slice(0, LONGEST_NAME - extension.length).join('')}${extension}`;
}

function asciiName(name: string): string {
  // Compatibility characters may decompose to a slash ("\uff0f"), and a name of combining marks alone becomes empty.
  const bare = harmless(name.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  // RFC 6266 appendix D: some clients decode a percent sign in `filename`.
  return bare.replaceAll(/[^\x20-\x7e]|%/gu, '_');
}

/** RFC 8187 §3.2.1: everything but attr-char is percent-encoded. `encodeURIComponent` leaves three more characters, and a safe name has no asterisk. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
