/**
 * What a response says about its own storage, from the one field that applies: the first valid field of the target list (RFC 9213 §2.2),
 * or `Cache-Control`.
 */
import { parseDictionary, Token } from 'structured-headers';
import { type Directives, deltaSeconds, hasDirective, parseDirectives, qualifiedFields } from './cache-control.ts';
import { type Fields, fieldLines, fieldValue, splitList } from './field-lines.ts';

export interface ResponsePolicy {
  /** Name of the targeted field that was obeyed, or null for `Cache-Control`. A targeted field silences `Expires` too. */
  readonly targetedBy: string | null;
  readonly noStore: boolean;
  /** Fields that may not be reused without validation; 'all' for the whole response. */
  readonly noCache: readonly string[] | 'all' | null;
  /** Fields that a shared cache may not keep; 'all' for the whole response. */
  readonly private: readonly string[] | 'all' | null;
  readonly public: boolean;
  readonly mustRevalidate: boolean;
  readonly proxyRevalidate: boolean;
  readonly mustUnderstand: boolean;
  /** Said by the field that is obeyed or by `Cache-Control`: one that is passed over was still meant for some cache on the way. */
  readonly noTransform: boolean;
  /** Seconds; undefined when not given. */
  readonly sharedMaxAge: number | undefined;
  readonly maxAge: number | undefined;
  readonly staleWhileRevalidate: number | undefined;
  readonly staleIfError: number | undefined;
}

/** Reads the policy of a response. `targets` are lower-case names of targeted fields, the most specific first. */
export function responsePolicy(fields: Fields, targets: readonly string[]): ResponsePolicy {
  const plain = parseDirectives(fieldLines(fields, 'cache-control'));
  for (const target of targets) {
    const value = fieldValue(fields, target);
    const directives = value === null ? null : parseTargeted(value);
    if (directives !== null) return policyOf(directives, target, plain);
  }
  return policyOf(plain, null, plain);
}

/** Reads a targeted field as a dictionary (RFC 9213 §2.1): null when it is empty or not well formed, and so does not count. */
export function parseTargeted(value: string): Directives | null {
  const directives = new Map<string, readonly (string | null)[]>();
  try {
    const members = parseDictionary(value);
    if (members.size === 0) return null;
    const decimals = decimalNames(value);
    for (const [name, [bare]] of members) {
      const argument = decimals.has(name) ? undefined : argumentOf(name, bare);
      if (argument !== undefined) directives.set(name, [argument]);
    }
  } catch {
    // RFC 9213 §2.1: a field that does not parse is ignored, and the next one of the list is looked at.
    return null;
  }
  return directives;
}

/** Names whose value is a Decimal: a number of seconds is an Integer (RFC 9213 §2.1), and the library reads 60.0 and 60 as the same. */
function decimalNames(value: string): ReadonlySet<string> {
  const decimals = new Set<string>();
  if (!value.includes('.')) return decimals;
  for (const member of splitList(value)) {
    const [name = ''] = member.split(/[=;]/, 1);
    // Of several members with one name the last counts (RFC 9651 §4.2.2).
    if (/^[^=;]+=-?\d+\.\d/.test(member)) decimals.add(name);
    else decimals.delete(name);
  }
  return decimals;
}

/** Directives whose argument is a quoted list of field names. */
const QUALIFIED: ReadonlySet<string> = new Set(['no-cache', 'private']);
/** Directives whose argument is a number of seconds: an Integer, so `max-age="60"` and a bare `max-age` count as absent. */
const SECONDS: ReadonlySet<string> = new Set(['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error']);

/** A dictionary's value as a directive's argument; undefined for a type that the directive does not have, which is as good as absent. */
function argumentOf(name: string, bare: unknown): string | null | undefined {
  if (SECONDS.has(name)) return typeof bare === 'number' && Number.isInteger(bare) ? String(bare) : undefined;
  if (bare === true) return null;
  if (typeof bare === 'number') return String(bare);
  if (bare instanceof Token) return bare.toString();
  if (typeof bare === 'string' && QUALIFIED.has(name)) return bare;
  return undefined;
}

function policyOf(directives: Directives, targetedBy: string | null, plain: Directives): ResponsePolicy {
  return {
    targetedBy,
    noStore: hasDirective(directives, 'no-store'),
    noCache: qualifiedFields(directives, 'no-cache'),
    private: qualifiedFields(directives, 'private'),
    public: hasDirective(directives, 'public'),
    mustRevalidate: hasDirective(directives, 'must-revalidate'),
    proxyRevalidate: hasDirective(directives, 'proxy-revalidate'),
    mustUnderstand: hasDirective(directives, 'must-understand'),
    // RFC 9111 §5.2.2.6
    noTransform: hasDirective(directives, 'no-transform') || hasDirective(plain, 'no-transform'),
    sharedMaxAge: deltaSeconds(directives, 's-maxage'),
    maxAge: deltaSeconds(directives, 'max-age'),
    staleWhileRevalidate: deltaSeconds(directives, 'stale-while-revalidate'),
    staleIfError: deltaSeconds(directives, 'stale-if-error'),
  };
}
