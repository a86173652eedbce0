/**
 * How often one connection may register. Many people may share its address, so a browser has a small share of it and the address a large one; who is
 * over it gets the filled form back. Addresses are kept as keyed digests, for an hour, beside no case.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { RateLimiter, RateLimitRule } from '../backend/backend.ts';
import { type CaseKeys, keyedDigest } from './case-keys.ts';

const HOUR_SECONDS = 3_600;
const BROWSER: RateLimitRule = { name: 'caso-navegador', points: 10, seconds: HOUR_SECONDS };
const ADDRESS: RateLimitRule = { name: 'caso-endereco', points: 120, seconds: HOUR_SECONDS };

export interface SubmissionLimits {
  /** Counts one registration. Returns the seconds to wait, 0 where it may go on. */
  count(address: string | null, headers: IncomingHttpHeaders): Promise<number>;
}

/** Makes the limits; those of registrations unless others are given. */
export function createSubmissionLimits(
  rateLimiter: (rules: readonly RateLimitRule[]) => RateLimiter,
  keys: () => Promise<CaseKeys>,
  rules: readonly [browser: RateLimitRule, address: RateLimitRule] = [BROWSER, ADDRESS],
): SubmissionLimits {
  const counts = rateLimiter(rules);
  return {
    async count(address, headers) {
      if (address === null) return 0;
      const [key] = await keys();
      const named = (text: string): string => keyedDigest(key, 'tentativa', text).toString('base64url');
      return counts.count([named(browserOf(address, headers)), named(address)]);
    },
  };
}

/** What tells a browser from others at its address. */
export function browserOf(address: string | null, headers: IncomingHttpHeaders): string {
  return [address ?? '', headers['user-agent'] ?? '', headers['accept-language'] ?? ''].join('\n');
}
