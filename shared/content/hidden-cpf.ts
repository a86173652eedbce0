/**
 * Hides each CPF in the address of a request before anything reads it (Lei 13.709/2018): the key of the cache, the page, its redirects and links, error
 * screens, files and feeds are made from the address, so none of them can repeat the number, and no response is stored under it.
 *
 * What it does not cover: the address bar of the visitor who typed it, and the logs of proxies in front of the site.
 */
import { withoutTypedCpf } from './cpf.ts';

// Matches what may be a CPF: eleven digits with at most a sign or an escape between their groups, or an escaped digit. Few targets do.
const TRACE = /%3\d|\d{3}(?:%\w\w|\D){0,4}\d{3}(?:%\w\w|\D){0,4}\d{3}(?:%\w\w|\D){0,4}\d{2}/;

/** Returns the request target with each CPF hidden; the same text where it has none. */
export function targetWithoutCpf(target: string): string {
  if (!TRACE.test(target)) return target;
  return target
    .split(/([/?&=])/)
    .map((part, index) => (index % 2 === 1 ? part : partWithoutCpf(part)))
    .join('');
}

/** A plus sign is a space in a query, and is taken for one in a path too. */
function partWithoutCpf(part: string): string {
  const text = decoded(part.replaceAll('+', ' '));
  const shown = withoutTypedCpf(text);
  return shown === text ? part : encodeURIComponent(shown);
}

/** A part with a broken escape is read as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
