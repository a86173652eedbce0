/** What a client of a WebSocket may send: how much of a message that is not finished is held, and how many messages nobody has signed in for. */
import type { IncomingMessage } from 'node:http';
import { createRate } from '../http/quota.ts';

/**
 * Bytes of one message, pieces in which it arrives and frames, for `ws`; what is longer goes by HTTP. All connections that there may be together hold
 * 128 MB of unfinished messages then, and twenty addresses are needed for it. Without the other two each of these bytes might be an object of its own.
 */
export const MESSAGE_BOUNDS = { maxPayload: 32_768, maxBufferedChunks: 64, maxFragments: 64 } as const;

/** Messages of one client address on connections without a known person, as many as requests: each is parsed, whether it begins an operation or not. */
const ANONYMOUS_PER_MINUTE = 1_200;

/** Close code for what is over (RFC 6455 and its registry: try again later), after which clients connect again. */
export const TOO_MANY_MESSAGES = { code: 1_013, reason: 'too many messages' } as const;

/** Says whether one more message may be read. */
export type TakeMessage = (req: IncomingMessage) => boolean;

/** Makes the rate; no client has sent anything yet. @param clientOf null is no client of the site, and has no limit */
export function createMessageRate(clientOf: (req: IncomingMessage) => string | null): TakeMessage {
  const take = createRate(ANONYMOUS_PER_MINUTE);
  return (req) => take(clientOf(req));
}
