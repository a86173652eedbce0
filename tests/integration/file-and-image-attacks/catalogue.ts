/**
 * Known attacks on services that scale pictures and serve files, numbered, with the endpoints that each concerns: pictures (`/_image`) and
 * files (`/nhostprovider`, `/v1/files`). The tables of cases use these numbers.
 */
export type Endpoint = 'pictures' | 'files';

interface Attack {
  readonly endpoints: readonly Endpoint[];
  readonly what: string;
}

const PICTURES: readonly Endpoint[] = ['pictures'];
const FILES: readonly Endpoint[] = ['files'];
const BOTH: readonly Endpoint[] = ['pictures', 'files'];

export const CATALOGUE = {
  1: { endpoints: PICTURES, what: 'no address, an empty one, two of them, a list' },
  2: { endpoints: PICTURES, what: 'an address, or a request, that is too long' },
  3: { endpoints: PICTURES, what: 'a width or a quality that is missing, no number, or not on the list' },
  4: { endpoints: PICTURES, what: 'an address whose scheme is left out, split or hidden' },
  5: { endpoints: PICTURES, what: 'a scheme that is not of the web' },
  6: { endpoints: PICTURES, what: 'an allowed host in the part for names of users, the query or the fragment' },
  7: { endpoints: PICTURES, what: 'a host that looks like an allowed one, or another port of it' },
  8: { endpoints: PICTURES, what: 'this machine, in every notation' },
  9: { endpoints: PICTURES, what: 'private, local and reserved networks' },
  10: { endpoints: PICTURES, what: 'an IPv4 address inside an IPv6 one' },
  11: { endpoints: PICTURES, what: 'an allowed name that resolves inside, or to something else each time, or not at all' },
  12: { endpoints: BOTH, what: 'redirects inside, elsewhere, nowhere, for ever' },
  13: { endpoints: PICTURES, what: 'a picture of a picture of a picture' },
  14: { endpoints: PICTURES, what: 'pages and services of our own as a source' },
  15: { endpoints: FILES, what: 'an id that is a path' },
  16: { endpoints: FILES, what: 'an id in other spellings' },
  17: { endpoints: BOTH, what: 'queries that would make one answer into many' },
  18: { endpoints: PICTURES, what: 'a source that is silent, or slow for ever' },
  19: { endpoints: PICTURES, what: 'a body that ends early' },
  20: { endpoints: PICTURES, what: 'a body that is longer than it said, or has no end' },
  21: { endpoints: PICTURES, what: 'a body that unfolds to a thousand times its size, or is coded wrongly' },
  22: { endpoints: PICTURES, what: 'a declared type that is not the type' },
  23: { endpoints: PICTURES, what: 'a file that is two things at once' },
  24: { endpoints: PICTURES, what: 'SVG, in every disguise' },
  25: { endpoints: PICTURES, what: 'a small file of very many pixels' },
  26: { endpoints: PICTURES, what: 'a very long and thin picture' },
  27: { endpoints: PICTURES, what: 'animations of very many frames' },
  28: { endpoints: PICTURES, what: 'damaged, cut and empty files' },
  29: { endpoints: PICTURES, what: 'other colour spaces, profiles, orientations; metadata' },
  30: { endpoints: PICTURES, what: 'formats that are not taken' },
  31: { endpoints: PICTURES, what: 'sources smaller than what is asked for; transparency' },
  32: { endpoints: PICTURES, what: 'every way to say what formats a browser takes' },
  33: { endpoints: PICTURES, what: 'a host that refuses or fails' },
  34: { endpoints: PICTURES, what: 'an answer that is for one alone' },
  35: { endpoints: PICTURES, what: 'a crowd that asks for the same, and its first who leaves' },
  36: { endpoints: PICTURES, what: 'very many different pictures' },
  37: { endpoints: FILES, what: 'ranges' },
  38: { endpoints: BOTH, what: 'conditions' },
  39: { endpoints: FILES, what: 'names that break a header field; files that would run as pages' },
  40: { endpoints: FILES, what: 'header fields of the storage that are not for visitors' },
  41: { endpoints: FILES, what: 'other methods' },
  42: { endpoints: FILES, what: 'a file that is not whole yet, removed or replaced' },
  43: { endpoints: BOTH, what: 'connections and heads that break HTTP or TLS' },
  44: { endpoints: FILES, what: 'visitors who leave, or do not read' },
  45: { endpoints: FILES, what: 'files of no bytes, of no length, of 5 GB, of a wrong length' },
  46: { endpoints: PICTURES, what: 'a storage that is down from the start, or goes down' },
  47: { endpoints: PICTURES, what: 'a clock that jumps; a folder of made pictures that is damaged, gone or full' },
  48: { endpoints: PICTURES, what: 'a decoder that crashes' },
  49: { endpoints: BOTH, what: 'a host of the visitor in the fields of the request' },
  50: { endpoints: PICTURES, what: 'an address that is a credential' },
} as const satisfies Readonly<Record<number, Attack>>;

export type AttackNumber = keyof typeof CATALOGUE;
