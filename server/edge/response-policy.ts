/**
 * What a response says about its own storage, from the one field that applies: the first valid field of the target list (RFC 9213 §2.2),
 * or `Cache-Control`.
 */
import { parseDictionary, Token } from 'structured-headers';
import { type Directives, deltaSeconds, hasDirective, parseDirectives, qualifiedFields } from './directives.ts';
import { type Fields, fieldValue } from './fields.ts';

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
  /** Seconds; undefined when not given. */
  readonly sharedMaxAge: number | undefined;
  readonly maxAge: number | undefined;
  readonly staleWhileRevalidate: number | undefined;
  readonly staleIfError: number | undefined;
}

/** Reads the policy of a response. `targets` are lower-case names of targeted fields, the most specific first. */
export function responsePolicy(fields: Fields, targets: readonly string[]): ResponsePolicy {
  for (const target of targets) {
    const value = fieldValue(fields, target);
    const directives = value === null ? null : parseTargeted(value);
    if (directives !== null) return policyOf(directives, target);
  }
  return policyOf(parseDirectives(fieldValue(fields, 'cache-control')), null);
}

/** Reads a targeted field as a dictionary (RFC 9213 §2.1): null when it is empty or not well formed, and so does not count. */
export function parseTargeted(value: string): Directives | null {
  const directives = new Map<string, readonly (string | null)[]>();
  try {
    const members = parseDictionary(value);
    if (members.size === 0) return null;
    for (const [name, [bare]] of members) {
      const argument = argumentOf(name, bare);
      if (argument !== undefined) directives.set(name, [argument]);
    }
  } catch {
    // RFC 9213 §2.1: a field that does not parse is ignored, and the next one of the list is looked at.
    return null;
  }
  return directives;
}

/** Directives whose argument is a quoted list of field names. A string is no number: `max-age="60"` counts as absent. */
const QUALIFIED: ReadonlySet<string> = new Set(['no-cache', 'private']);

/** A dictionary's value as a directive's argument; undefined for a type that the directive does not have, which is as good as absent. */
function argumentOf(name: string, bare: unknown): string | null | undefined {
  if (bare === true) return null;
  if (typeof bare === 'number') return Number.isInteger(bare) ? String(bare) : undefined;
  if (bare instanceof Token) return bare.toString();
  if (typeof bare === 'string' && QUALIFIED.has(name)) return bare;
  return undefined;
}

function policyOf(directives: Directives, targetedBy: string | null): ResponsePolicy {
  return {
    targetedBy,
    noStore: hasDirective(directives, 'no-store'),
    noCache: qualifiedFields(directives, 'no-cache'),
    private: qualifiedFields(directives, 'private'),
    public: hasDirective(directives, 'public'),
    mustRevalidate: hasDirective(directives, 'must-revalidate'),
    proxyRevalidate: hasDirective(directives, 'proxy-revalidate'),
    mustUnderstand: hasDirective(directives, 'must-understand'),
    sharedMaxAge: deltaSeconds(directives, 's-maxage'),
    maxAge: deltaSeconds(directives, 'max-age'),
    staleWhileRevalidate: deltaSeconds(directives, 'stale-while-revalidate'),
    staleIfError: deltaSeconds(directives, 'stale-if-error'),
  };
}
