/** Which kind of picture an `Accept` field asks for. One of three words, so that the field adds at most a factor of three to a cache. */
export type AcceptClass = 'avif' | 'webp' | 'source';

/** Longest field that is read, in UTF-16 units; browsers send about 120. What follows is ignored. */
const MAX_LENGTH = 1_024;

// RFC 9110 §12.5.1: a range and its parameters. A weight is 0 to 1 with at most three digits (§12.4.2).
const RANGE = /^[ \t]*([!#$%&'*+\-.^_`|~0-9a-z]+\/[!#$%&'*+\-.^_`|~0-9a-z]+)[ \t]*(?:;(.*))?$/;
const WEIGHT = /(?:^|;)[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*(?:;|$)/;
const HAS_WEIGHT = /(?:^|;)[ \t]*q[ \t]*=/;

/**
 * Returns `avif` where AVIF is named and not refused, `webp` where WebP is named or covered by a wildcard, `source` where the visitor
 * takes neither. A wildcard is no promise of AVIF: programs send it without reading what they get. A missing field, and one without a
 * single readable range, accept everything (RFC 9110 §12.5.1). Preferences between accepted kinds are not weighed. `avif: false` takes
 * AVIF out of the choice. Never throws, and costs time linear in the field.
 */
export function acceptClass(accept: string | undefined, { avif }: { readonly avif: boolean } = { avif: true }): AcceptClass {
  if (accept === undefined) return 'webp';
  const ranges = rangesOf(accept.slice(0, MAX_LENGTH).toLowerCase());
  if (avif && ranges.get('image/avif') === true) return 'avif';
  if (ranges.size === 0) return 'webp';
  // RFC 9110 §12.5.1: the most specific range decides.
  const webp = ranges.get('image/webp') ?? ranges.get('image/*') ?? ranges.get('*/*') ?? false;
  return webp ? 'webp' : 'source';
}

/** Media ranges, lower case, and whether each is accepted. A range with a weight that cannot be read is left out. */
function rangesOf(accept: string): ReadonlyMap<string, boolean> {
  const ranges = new Map<string, boolean>();
  // No media range that concerns us has a quoted parameter, so a comma inside quotes can only spoil a part that is ignored anyway.
  for (const part of accept.split(',')) {
    const match = RANGE.exec(part);
    if (match === null) continue;
    const [, range = '', parameters = ''] = match;
    const weight = WEIGHT.exec(parameters)?.[1];
    if (weight === undefined && HAS_WEIGHT.test(parameters)) continue;
    ranges.set(range, Number(weight ?? 1) > 0);
  }
  return ranges;
}
