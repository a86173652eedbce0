/** Answers that a conformant origin does not give: they count as if it had given none. */
import type { IncomingMessage } from 'node:http';
import { hasField } from '../../message/field-lines.ts';

/**
 * Says what is wrong with `status` as the final answer to `request`, as the origin got it; null when nothing is. Known of GET and HEAD
 * alone is what they may be answered: what another method has done may not be undone by calling its answer a failure.
 */
export function faultOf({ method, rawHeaders }: IncomingMessage, status: number): string | null {
  // RFC 9110 §15: to be taken for a 5xx. Sent on, it would be another thing to each client: some of them refuse to read it.
  if (status > 599) return `the origin answered ${status}, which is no status`;
  if (method !== 'GET' && method !== 'HEAD') return null;
  // RFC 9110 §15.3.7: who did not ask for a part would take it for the whole.
  if (status === 206 && !hasField(rawHeaders, 'range')) return 'the origin answered 206 to a request without Range';
  // RFC 9110 §15.4.5: who holds nothing is told nothing by it.
  const isConditional = hasField(rawHeaders, 'if-none-match') || hasField(rawHeaders, 'if-modified-since');
  return status === 304 && !isConditional ? 'the origin answered 304 to a request without condition' : null;
}
