/** The head of a HIT one or more seconds later: the same bytes but for the value of `Age` and the remaining freshness in `Cache-Status`. */
import type { PreparedHead } from './prepared-head.ts';

/** The whole seconds that the head of a HIT states. */
export interface HitTimes {
  readonly age: number;
  /** Remaining freshness, negative when stale. */
  readonly ttl: number;
}

/**
 * Returns the head with other times; null unless each stands in it exactly once. `member` is the edge's member of `Cache-Status` before the
 * value of `ttl`.
 */
export function retimedHead(head: PreparedHead, from: HitTimes, to: HitTimes, member: string): PreparedHead | null {
  const aged = replacedOnce(head.text, `\r\nAge: ${from.age}\r\n`, `\r\nAge: ${to.age}\r\n`);
  const text = aged === null ? null : replacedOnce(aged, `${member}${from.ttl}\r\n`, `${member}${to.ttl}\r\n`);
  return text === null ? null : { text, keepAliveTimeout: head.keepAliveTimeout, bytes: null };
}

function replacedOnce(text: string, before: string, after: string): string | null {
  const at = text.indexOf(before);
  if (at < 0 || text.includes(before, at + 1)) return null;
  return text.slice(0, at) + after + text.slice(at + before.length);
}
