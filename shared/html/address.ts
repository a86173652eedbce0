/**
 * Which addresses of the content become links and pictures. The database refuses the others when a row is written (`endereco_aceito` in the
 * migrations); a hosted database, or a row that is older than the rule, may still hold one.
 */
import { parseUrl } from '../platform/substitutes.ts';

/** A path of this site, or an address with one of the schemes that a visitor may follow. */
const ACCEPTED = /^(?:\/(?:$|[^/])|https?:\/\/[^/?#\s]|mailto:.|tel:.)/i;

// Browsers drop control characters inside an address and read `\` as `/`, so such an address is refused as a whole.
// oxlint-disable-next-line no-control-regex -- these are exactly the characters that browsers skip
const DECEPTIVE = /[\u0000-\u001F\u007F\\]/;

/** Returns the address without spaces around it; null where nothing may link to it: `javascript:`, `data:`, `blob:`, `file:`, `//host`. */
export function safeAddress(address: string | null): string | null {
  const text = address?.trim() ?? '';
  if (DECEPTIVE.test(text) || !ACCEPTED.test(text)) return null;
  return /^https?:/i.test(text) && parseUrl(text) === null ? null : text;
}
