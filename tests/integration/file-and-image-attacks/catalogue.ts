/**
 * What has been done to services that scale pictures and pass files on, numbered, with the doors at which each of it can be tried: the
 * door of pictures (`/_image`) and the door of files (`/nhostprovider`, `/v1/files`). Tables of cases name these numbers.
 */
export type Door = 'pictures' | 'files';

interface Attack {
  readonly doors: readonly Door[];
  readonly what: string;
}

const PICTURES: readonly Door[] = ['pictures'];
const FILES: readonly Door[] = ['files'];
const BOTH: readonly Door[] = ['pictures', 'files'];

export const CATALOGUE = {
  1: { doors: PICTURES, what: 'no address, an empty one, two of them, a list' },
  2: { doors: PICTURES, what: 'an address, or a request, that is too long' },
  3: { doors: PICTURES, what: 'a width or a quality that is missing, no number, or not on the list' },
  4: { doors: PICTURES, what: 'an address whose scheme is left out, split or hidden' },
  5: { doors: PICTURES, what: 'a scheme that is not of the web' },
  6: { doors: PICTURES, what: 'an allowed host in the part for names of users, the query or the fragment' },
  7: { doors: PICTURES, what: 'a host that looks like an allowed one, or another port of it' },
  8: { doors: PICTURES, what: 'this machine, in every notation' },
  9: { doors: PICTURES, what: 'private, local and reserved networks' },
  10: { doors: PICTURES, what: 'an IPv4 address inside an IPv6 one' },
  11: { doors: PICTURES, what: 'an allowed name that resolves inside, or to something else each time, or not at all' },
  12: { doors: BOTH, what: 'redirects inside, elsewhere, nowhere, for ever' },
  13: { doors: PICTURES, what: 'a picture of a picture of a picture' },
  14: { doors: PICTURES, what: 'pages and services of our own as a source' },
  15: { doors: FILES, what: 'an id that is a path' },
  16: { doors: FILES, what: 'an id in other spellings' },
  17: { doors: BOTH, what: 'queries that would make one answer into many' },
  18: { doors: PICTURES, what: 'a source that is silent, or slow for ever' },
  19: { doors: PICTURES, what: 'a body that ends early' },
  20: { doors: PICTURES, what: 'a body that is longer than it said, or has no end' },
  21: { doors: PICTURES, what: 'a body that unfolds to a thousand times its size, or is coded wrongly' },
  22: { doors: PICTURES, what: 'a declared type that is not the type' },
  23: { doors: PICTURES, what: 'a file that is two things at once' },
  24: { doors: PICTURES, what: 'SVG, in every disguise' },
  25: { doors: PICTURES, what: 'a small file of very many pixels' },
  26: { doors: PICTURES, what: 'a very long and thin picture' },
  27: { doors: PICTURES, what: 'animations of very many frames' },
  28: { doors: PICTURES, what: 'damaged, cut and empty files' },
  29: { doors: PICTURES, what: 'other colour spaces, profiles, orientations; metadata' },
  30: { doors: PICTURES, what: 'formats that are not taken' },
  31: { doors: PICTURES, what: 'sources smaller than what is asked for; transparency' },
  32: { doors: PICTURES, what: 'every way to say what formats a browser takes' },
  33: { doors: PICTURES, what: 'a host that refuses or fails' },
  34: { doors: PICTURES, what: 'an answer that is for one alone' },
  35: { doors: PICTURES, what: 'a crowd that asks for the same, and its first who leaves' },
  36: { doors: PICTURES, what: 'very many different pictures' },
  37: { doors: FILES, what: 'ranges' },
  38: { doors: BOTH, what: 'conditions' },
  39: { doors: FILES, what: 'names that break a header field; files that would run as pages' },
  40: { doors: FILES, what: 'header fields of the storage that are not for visitors' },
  41: { doors: FILES, what: 'other methods' },
  42: { doors: FILES, what: 'a file that is not whole yet, removed or replaced' },
  43: { doors: BOTH, what: 'connections and heads that break HTTP or TLS' },
  44: { doors: FILES, what: 'visitors who leave, or do not read' },
  45: { doors: FILES, what: 'files of no bytes, of no length, of 5 GB, of a wrong length' },
  46: { doors: PICTURES, what: 'a storage that is down from the start, or goes down' },
  47: { doors: PICTURES, what: 'a clock that jumps; a folder of made pictures that is damaged, gone or full' },
  48: { doors: PICTURES, what: 'a decoder that crashes' },
  49: { doors: BOTH, what: 'a host of the visitor in the fields of the request' },
  50: { doors: PICTURES, what: 'an address that is a credential' },
} as const satisfies Readonly<Record<number, Attack>>;

export type AttackNumber = keyof typeof CATALOGUE;
