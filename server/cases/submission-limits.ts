/**
 * How often one connection may register. Many people may share its address, so a browser has a small share of it and the address a large one; who is
 * over it gets the filled form back. Addresses are kept as keyed digests, for an hour, beside no case.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { RateLimiter, RateLimitRule } from '../backend/rate-limiter.ts';
import { type CaseKeys, keyedDigest } from './case-keys.ts';

const HOUR_SECONDS = 3_600;
const BROWSER: RateLimitRule = { name: 'caso-navegador', points: 10, seconds: HOUR_SECONDS };
const ADDRESS: RateLimitRule = { name: 'caso-endereco', points: 120, seconds: HOUR_SECONDS };

export interface SubmissionLimits {
  /** Counts one registration. Returns the seconds to wait, 0 where it may go on. */
  count(address: string | null, headers: IncomingHttpHeaders): Promise<number>;
  /** Takes back what was counted for one that the site could not register. */
  giveBack(address: string | null, headers: IncomingHttpHeaders): Promise<void>;
}

/** Makes the limits; those of registrations unless others are given. */
export function createSubmissionLimits(
  rateLimiter: (rules: readonly RateLimitRule[]) => RateLimiter,
  keys: () => Promise<CaseKeys>,
  rules: readonly [browser: RateLimitRule, address: RateLimitRule] = [BROWSER, ADDRESS],
): SubmissionLimits {
  const counts = rateLimiter(rules);
  const names = async (address: string, headers: IncomingHttpHeaders): Promise<readonly string[]> => {
    const [key] = await keys();
    return [browserOf(address, headers), address].map((text) => keyedDigest(key, 'tentativa', text).toString('base64url'));
  };
  return {
    count: async (address, headers) => (address === null ? 0 : counts.count(await names(address, headers))),
    giveBack: async (address, headers) => {
      if (address !== null) await counts.giveBack(await names(address, headers));
    },
  };
}

/** What tells a browser from others at its address. */
export function browserOf(address: string | null, headers: IncomingHttpHeaders): string {
  return [address ?? '', headers['user-agent'] ?? '', headers['accept-language'] ?? ''].join('\n');
}
