/** Ends subscription connections that only hold a place: those that never identify themselves, and those whose peer is gone. */
import type { WebSocket } from 'ws';
import type { Timers } from '../../shared/time/timers.ts';

/** Close code of graphql-transport-ws after which clients may connect again. */
const INIT_TIMEOUT = 4_408;

/** Closes the client after `ms` milliseconds. The returned function is to be called when its `connection_init` has come. */
export function awaitInit(client: WebSocket, ms: number, timers: Timers): () => void {
  const cancel = timers.after(ms, () => client.close(INIT_TIMEOUT, 'Connection initialisation timeout'));
  client.once('close', cancel);
  return cancel;
}

/**
 * Sends a ping every `everyMs` milliseconds, and ends the connection when the one before was not answered (RFC 6455 §5.5.2). Browsers answer
 * by themselves. The pings also keep a balancer from closing a connection that waits for news.
 */
export function keepAlive(socket: WebSocket, everyMs: number, timers: Timers): void {
  let answered = true;
  let cancel = (): void => undefined;
  const beat = (): void => {
    // A paused socket does not read the answer, because the other side is slow.
    if (!answered && !socket.isPaused) {
      socket.terminate();
      return;
    }
    answered = false;
    if (socket.readyState === socket.OPEN) socket.ping();
    cancel = timers.after(everyMs, beat);
  };
  socket.on('pong', () => {
    answered = true;
  });
  socket.once('close', () => cancel());
  cancel = timers.after(everyMs, beat);
}
