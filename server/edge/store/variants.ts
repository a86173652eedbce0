/** Finding and placing responses: the store seen through `Vary`, partial content and purges. */

import { chooseRanges } from '../../message/byte-ranges.ts';
import { type Fields, fieldValue } from '../../message/field-lines.ts';
import { ifRangeHolds } from '../../message/preconditions.ts';
import type { ForwardReason } from '../policy/lookup-decision.ts';
import type { Asked } from '../request/request-headers.ts';
import { dateOf } from '../response/freshness.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import { sameSelection, selects } from '../response/vary.ts';
import type { Store } from './contract.ts';
import type { Epochs, Verdict } from './purge-epochs.ts';

type Found =
  | { readonly kind: 'found'; readonly stored: StoredResponse; readonly verdict: Exclude<Verdict, 'hard'> }
  | { readonly kind: 'none'; readonly reason: ForwardReason };

type AskedRange = Pick<Asked, 'range' | 'ifRange'>;

export interface Shelf {
  /** Finds what answers a request, of which `asked` is a reading of its fields. */
  find(key: string, method: string, request: Fields, asked: AskedRange): Found;
  /** All responses under the key, those left out that a purge speaks of. */
  variants(key: string): readonly StoredResponse[];
  /** False when purged meanwhile, older than what is there, or too large. */
  put(key: string, stored: StoredResponse): boolean;
  /** Puts `after` in the place of `before`, the same response in another form, unless that is gone: false then. */
  exchange(key: string, before: StoredResponse, after: StoredResponse): boolean;
  /** Removes the variant that `stored` is. */
  drop(key: string, stored: StoredResponse): void;
}

const NO_SUCH_URI: Found = { kind: 'none', reason: 'uri-miss' };
const NO_SUCH_VARIANT: Found = { kind: 'none', reason: 'vary-miss' };
const NO_SUCH_PART: Found = { kind: 'none', reason: 'partial' };

/** Makes a shelf over `store`. @param maxVariants responses kept under one key. */
export function createShelf(store: Store, epochs: Epochs, maxVariants: number): Shelf {
  // What was found valid stays so until the next purge: most lookups then cost no look at groups.
  const validIn = new WeakMap<StoredResponse, number>();
  const verdictOf = (key: string, stored: StoredResponse): Verdict => {
    const { generation } = epochs;
    if (validIn.get(stored) === generation) return 'valid';
    const verdict = epochs.verdict(key, stored);
    if (verdict === 'valid') validIn.set(stored, generation);
    return verdict;
  };
  return {
    find: (key, method, request, asked) => {
      let miss = NO_SUCH_URI;
      for (const stored of store.read(key)) {
        const verdict = verdictOf(key, stored);
        if (verdict === 'hard') continue;
        if (!selects(stored.selection, request)) {
          if (miss === NO_SUCH_URI) miss = NO_SUCH_VARIANT;
        } else if (stored.head.status === 206 && !holdsRange(stored, method, asked)) {
          miss = NO_SUCH_PART;
        } else {
          return { kind: 'found', stored, verdict };
        }
      }
      return miss;
    },
    variants: (key) => store.read(key).filter((stored) => verdictOf(key, stored) === 'valid'),
    put: (key, stored) => {
      if (epochs.verdict(key, stored) === 'hard') return false;
      const others = store.read(key).filter((other) => !replaces(stored, other));
      const rival = others.find((other) => sameSelection(other.selection, stored.selection) && supersedes(other, stored));
      if (rival !== undefined) return false;
      return store.write(key, mostRecentFirst([stored, ...atMost(others, maxVariants - 1)]));
    },
    exchange: (key, before, after) => {
      const variants = store.read(key);
      if (!variants.includes(before)) return false;
      // Too large with its forms, it stays without: trying again would not help.
      store.write(
        key,
        variants.map((other) => (other === before ? after : other)),
      );
      return true;
    },
    drop: (key, stored) => {
      const variants = store.read(key);
      const others = variants.filter((other) => !isSame(other, stored));
      if (others.length < variants.length) store.write(key, others);
    },
  };
}

/** A complete response takes the place of all of its selection that began before it; a part only of parts. */
function replaces(stored: StoredResponse, other: StoredResponse): boolean {
  if (!sameSelection(stored.selection, other.selection) || other.began > stored.began) return false;
  return stored.part === null || other.part !== null;
}

/** Coded forms take the place of what was stored while it is being asked about: it is the same response still. */
function isSame(one: StoredResponse, other: StoredResponse): boolean {
  return one === other || (one.began === other.began && one.part === other.part && sameSelection(one.selection, other.selection));
}

/** What began later, and the whole against its part, stays. */
function supersedes(other: StoredResponse, stored: StoredResponse): boolean {
  return other.began > stored.began || (other.part === null && stored.part !== null);
}

/** Leaves out those that were asked for first. */
function atMost(variants: readonly StoredResponse[], count: number): readonly StoredResponse[] {
  if (variants.length <= count) return variants;
  const latest = new Set([...variants].sort((one, other) => other.began - one.began).slice(0, count));
  return variants.filter((variant) => latest.has(variant));
}

/**
 * Orders variants by their Date, so that of several that fit a request the first is the one that answers (RFC 9111 §4). Of one second the
 * order stays as it is.
 */
function mostRecentFirst(variants: readonly StoredResponse[]): readonly StoredResponse[] {
  return variants
    .map((variant) => ({ variant, date: dateOf(variant.head.fields, variant.head.moment.receivedAt) }))
    .sort((one, other) => other.date - one.date)
    .map(({ variant }) => variant);
}

/**
 * RFC 9111 §3.3: an incomplete response answers only requests for bytes that it has. A request whose If-Range is false is one for the whole
 * (RFC 9110 §13.1.5), whatever else it names.
 */
function holdsRange(stored: StoredResponse, method: string, { range, ifRange }: AskedRange): boolean {
  const { part, fields, head } = stored;
  if (part === null || method !== 'GET' || range === null) return false;
  if (!ifRangeHolds(ifRange, stored, fieldValue(fields, 'date'), head.moment.receivedAt)) return false;
  const choice = chooseRanges(range, part.complete);
  if (choice.kind !== 'ranges' || choice.ranges.length > 1) return false;
  const [wanted] = choice.ranges;
  return part.first <= wanted.first && wanted.last <= part.last;
}
