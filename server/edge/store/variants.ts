/** The stored responses of each key, found and replaced by Vary, partial content and purges (RFC 9111 §3.3, §4, §4.1). */
import { chooseRanges } from '../../message/byte-ranges.ts';
import { type Fields, fieldValue } from '../../message/field-lines.ts';
import { ifRangeHolds } from '../../message/preconditions.ts';
import type { RequestHeaders } from '../request/client-request.ts';
import type { MissReason } from '../response/cache-status.ts';
import { dateOf } from '../response/freshness.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import { sameSelection, selects } from '../response/vary.ts';
import type { PurgeEpochs, PurgeVerdict } from './purge-epochs.ts';
import type { Store } from './store.ts';

type Lookup =
  | { readonly kind: 'found'; readonly stored: StoredResponse; readonly verdict: Exclude<PurgeVerdict, 'hard'> }
  | { readonly kind: 'none'; readonly reason: MissReason };

type RangeHeaders = Pick<RequestHeaders, 'range' | 'ifRange'>;

export interface VariantStore {
  /** Finds the stored response that a request selects. `headers` is a reading of the request fields. */
  lookup(key: string, method: string, request: Fields, headers: RangeHeaders): Lookup;
  /** Returns all responses of a key that no purge affects. */
  validVariants(key: string): readonly StoredResponse[];
  /** Returns the keys of responses with the verdict `refresh`, the most recently used first. */
  keysToRefresh(): readonly string[];
  /** Returns the responses of a key with the verdict `refresh`. */
  toRefresh(key: string): readonly StoredResponse[];
  /** Stores a response. False when it was purged meanwhile, is older than the stored one, or is too large. */
  put(key: string, stored: StoredResponse): boolean;
  /** Replaces `before` by `after`, the same response with other encodings. False when `before` is no longer stored. */
  replace(key: string, before: StoredResponse, after: StoredResponse): boolean;
  /** Removes the variant that `stored` is. */
  remove(key: string, stored: StoredResponse): void;
}

const URI_MISS: Lookup = { kind: 'none', reason: 'uri-miss' };
const VARY_MISS: Lookup = { kind: 'none', reason: 'vary-miss' };
const PARTIAL: Lookup = { kind: 'none', reason: 'partial' };

/** Makes the variants over `store`. @param maxVariants responses stored under one key. */
export function createVariantStore(store: Store, epochs: PurgeEpochs, maxVariants: number): VariantStore {
  // A response that is valid stays valid until the next purge: most lookups then need no look at groups.
  const validIn = new WeakMap<StoredResponse, number>();
  const verdictOf = (key: string, stored: StoredResponse): PurgeVerdict => {
    const { generation } = epochs;
    if (validIn.get(stored) === generation) return 'valid';
    const verdict = epochs.verdict(key, stored);
    if (verdict === 'valid') validIn.set(stored, generation);
    return verdict;
  };
  return {
    lookup: (key, method, request, headers) => {
      let miss = URI_MISS;
      for (const stored of store.read(key)) {
        const verdict = verdictOf(key, stored);
        if (verdict === 'hard') continue;
        if (!selects(stored.selection, request)) {
          if (miss === URI_MISS) miss = VARY_MISS;
        } else if (stored.head.status === 206 && !satisfiesRange(stored, method, headers)) {
          miss = PARTIAL;
        } else {
          return { kind: 'found', stored, verdict };
        }
      }
      return miss;
    },
    validVariants: (key) => store.read(key).filter((stored) => verdictOf(key, stored) === 'valid'),
    keysToRefresh: () =>
      [...store.entries()].filter(([key, variants]) => variants.some((stored) => verdictOf(key, stored) === 'refresh')).map(([key]) => key),
    toRefresh: (key) => store.read(key).filter((stored) => verdictOf(key, stored) === 'refresh'),
    put: (key, stored) => {
      if (epochs.verdict(key, stored) === 'hard') return false;
      const others = store.read(key).filter((other) => !replaces(stored, other));
      // One of the same selection that it does not replace started later, or is complete.
      if (others.some((other) => sameSelection(other.selection, stored.selection))) return false;
      return store.write(key, mostRecentFirst([stored, ...latestStarted(others, maxVariants - 1)]));
    },
    replace: (key, before, after) => {
      const variants = store.read(key);
      if (!variants.includes(before)) return false;
      // With its encodings it may be too large. It then stays stored without them: a second try would not help.
      store.write(
        key,
        variants.map((other) => (other === before ? after : other)),
      );
      return true;
    },
    remove: (key, stored) => {
      const variants = store.read(key);
      const others = variants.filter((other) => !isSameResponse(other, stored));
      if (others.length < variants.length) store.write(key, others);
    },
  };
}

/** A complete response replaces all of its selection that started before it; an incomplete one replaces only incomplete ones. */
function replaces(stored: StoredResponse, other: StoredResponse): boolean {
  if (!sameSelection(stored.selection, other.selection) || other.began > stored.began) return false;
  return stored.part === null || other.part !== null;
}

/** Encodings replace the object that was stored, perhaps while the origin revalidates it: it is still the same response. */
function isSameResponse(one: StoredResponse, other: StoredResponse): boolean {
  return one.began === other.began && one.part === other.part && sameSelection(one.selection, other.selection);
}

function latestStarted(variants: readonly StoredResponse[], count: number): readonly StoredResponse[] {
  if (variants.length <= count) return variants;
  const latest = new Set([...variants].sort((one, other) => other.began - one.began).slice(0, count));
  return variants.filter((variant) => latest.has(variant));
}

/** Orders variants by Date, because the most recent of several matching responses is used (RFC 9111 §4). Equal dates keep their order. */
function mostRecentFirst(variants: readonly StoredResponse[]): readonly StoredResponse[] {
  return variants
    .map((variant) => ({ variant, date: dateOf(variant.head.fields, variant.head.times.receivedAt) }))
    .sort((one, other) => other.date - one.date)
    .map(({ variant }) => variant);
}

/**
 * RFC 9111 §3.3: an incomplete response only answers requests for bytes that it has. With a false If-Range a request is one for the
 * complete representation (RFC 9110 §13.1.5).
 */
function satisfiesRange(stored: StoredResponse, method: string, { range, ifRange }: RangeHeaders): boolean {
  const { part, fields, head } = stored;
  if (part === null || method !== 'GET' || range === null) return false;
  if (!ifRangeHolds(ifRange, stored, fieldValue(fields, 'date'), head.times.receivedAt)) return false;
  const choice = chooseRanges(range, part.complete);
  if (choice.kind !== 'ranges' || choice.ranges.length > 1) return false;
  const [wanted] = choice.ranges;
  return part.first <= wanted.first && wanted.last <= part.last;
}
