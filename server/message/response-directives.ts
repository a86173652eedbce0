/**
 * The response directives (RFC 9111 §5.2.2) from the one field that applies: the first valid targeted field of the target list
 * (RFC 9213 §2.2), or `Cache-Control`.
 */
import { parseDictionary, Token } from 'structured-headers';
import { type Directives, deltaSeconds, parseDirectives, qualifiedFields } from './cache-control.ts';
import { type Fields, fieldLines, fieldValue, splitList } from './field-lines.ts';

export interface ResponseDirectives {
  /** Name of the targeted field that applies, or null for `Cache-Control`. A targeted field overrides `Expires` too. */
  readonly targetedBy: string | null;
  readonly noStore: boolean;
  /** Fields that may not be reused without validation; 'all' is the whole response. */
  readonly noCache: readonly string[] | 'all' | null;
  /** Fields that a shared cache may not store; 'all' is the whole response. */
  readonly private: readonly string[] | 'all' | null;
  readonly public: boolean;
  readonly mustRevalidate: boolean;
  readonly proxyRevalidate: boolean;
  readonly mustUnderstand: boolean;
  /** True when the field that applies or `Cache-Control` has it: an overridden `Cache-Control` is still meant for other caches. */
  readonly noTransform: boolean;
  /** Seconds; undefined when absent. */
  readonly sharedMaxAge: number | undefined;
  readonly maxAge: number | undefined;
  readonly staleWhileRevalidate: number | undefined;
  readonly staleIfError: number | undefined;
}

/** Reads the directives of a response. `targets` are lower-case names of targeted fields, the most specific first. */
export function responseDirectives(fields: Fields, targets: readonly string[]): ResponseDirectives {
  const plain = parseDirectives(fieldLines(fields, 'cache-control'));
  for (const target of targets) {
    const value = fieldValue(fields, target);
    const directives = value === null ? null : parseTargeted(value);
    if (directives !== null) return read(directives, target, plain);
  }
  return read(plain, null, plain);
}

/** Parses a targeted field as a dictionary (RFC 9213 §2.1); null when it is empty or malformed and therefore ignored. */
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
    // RFC 9213 §2.1: a field that does not parse is ignored; the next of the target list applies.
    return null;
  }
  return directives;
}

/** Names of members with a Decimal value. Seconds are an Integer (RFC 9213 §2.1), but the library parses 60.0 and 60 to the same number. */
function decimalNames(value: string): ReadonlySet<string> {
  const decimals = new Set<string>();
  if (!value.includes('.')) return decimals;
  for (const member of splitList(value)) {
    const [name = ''] = member.split(/[=;]/, 1);
    // RFC 9651 §4.2.2: the last of several members with one name counts.
    if (/^[^=;]+=-?\d+\.\d/.test(member)) decimals.add(name);
    else decimals.delete(name);
  }
  return decimals;
}

/** Directives whose argument is a quoted list of field names. */
const QUALIFIED: ReadonlySet<string> = new Set(['no-cache', 'private']);
/** Directives whose argument is an Integer of seconds: `max-age="60"` and `max-age` without argument count as absent. */
const SECONDS: ReadonlySet<string> = new Set(['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error']);

/** Returns a dictionary value as a directive's argument; undefined when its type is wrong for the directive, which then counts as absent. */
function argumentOf(name: string, bare: unknown): string | null | undefined {
  if (SECONDS.has(name)) return typeof bare === 'number' && Number.isInteger(bare) ? String(bare) : undefined;
  if (bare === true) return null;
  if (typeof bare === 'number') return String(bare);
  if (bare instanceof Token) return bare.toString();
  if (typeof bare === 'string' && QUALIFIED.has(name)) return bare;
  return undefined;
}

function read(directives: Directives, targetedBy: string | null, plain: Directives): ResponseDirectives {
  return {
    targetedBy,
    noStore: directives.has('no-store'),
    noCache: qualifiedFields(directives, 'no-cache'),
    private: qualifiedFields(directives, 'private'),
    public: directives.has('public'),
    mustRevalidate: directives.has('must-revalidate'),
    proxyRevalidate: directives.has('proxy-revalidate'),
    mustUnderstand: directives.has('must-understand'),
    // RFC 9111 §5.2.2.6
    noTransform: directives.has('no-transform') || plain.has('no-transform'),
    sharedMaxAge: deltaSeconds(directives, 's-maxage'),
    maxAge: deltaSeconds(directives, 'max-age'),
    staleWhileRevalidate: deltaSeconds(directives, 'stale-while-revalidate'),
    staleIfError: deltaSeconds(directives, 'stale-if-error'),
  };
}
