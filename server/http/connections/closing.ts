/**
 * The end of a server that loses no request on its way. The system makes a connection before the process takes it, and resets those that wait in the
 * queue of a socket when the socket is closed; a balancer that has sent a POST into one cannot send it again. So the port is closed when for some
 * turns of the event loop none has come, in a turn that is too short for one to come meanwhile. Requests are held until then: turns that render
 * would be longer, and clients that wait open no more connections.
 *
 * A connection without a request stays open for a moment, in which what its client has just sent arrives and is answered. That a client sends at
 * the very moment at which a connection is closed remains possible: HTTP/1.1 has no word for it (RFC 9112 §9.5 tells clients to try again).
 */
import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { SYSTEM_TIMERS, type Timers } from '../../../shared/time/timers.ts';

/** Milliseconds of a turn in which hardly a connection arrives after the system was asked for those that wait. A turn without work takes a tenth. */
const SHORT_TURN_MS = 0.1;

/** Milliseconds that must bring no connection. They come in bursts: a proxy opens one for each client that waits. */
const QUIET_MS = 10;

/** Milliseconds between two looks for connections without a request: more than a packet's way between two places of a country. */
const LOOK_MS = 250;

export interface Closing {
  /** Begins a request: at once, or when the port is closed. */
  readonly begin: (request: () => void) => void;
  /** Takes the connections that have been made, then closes the port; at once when the signal is aborted, whatever arrives. */
  readonly closePort: (signal: AbortSignal) => Promise<void>;
  /** Closes connections that have no request. Resolves when none is left; to be called once the port is closed. */
  readonly closeConnections: () => Promise<void>;
}

/** Prepares the end of a server that listens by `listening.ts`, whose `close` leaves connections open. */
export function prepareClosing(server: Server, timers: Timers = SYSTEM_TIMERS): Closing {
  let held: (() => void)[] | null = null;
  const closed = Promise.withResolvers<void>();
  return {
    begin: (request) => {
      if (held === null) request();
      else held.push(request);
    },
    closePort: async (signal) => {
      const requests: (() => void)[] = [];
      held = requests;
      await untilNoneWaits(server, signal);
      server.close(() => closed.resolve());
      held = null;
      for (const request of requests) request();
    },
    closeConnections: async () => {
      let cancel = (): void => undefined;
      const look = (): void => {
        cancel = timers.after(LOOK_MS, () => {
          // After the turn has read: a connection whose request has arrived stays.
          setImmediate(() => server.closeIdleConnections());
          look();
        });
      };
      look();
      await closed.promise;
      cancel();
    },
  };
}

/** Resolves in a short turn at the end of a quiet time, or when the signal is aborted. */
async function untilNoneWaits(server: Server, signal: AbortSignal): Promise<void> {
  let isTaken = false;
  const onConnection = (): void => {
    isTaken = true;
  };
  server.on('connection', onConnection);
  // The rest of this turn may not ask the system any more.
  await turn();
  let endedAt = performance.now();
  let quietFrom = endedAt;
  let isShort = false;
  while (!(isShort && endedAt - quietFrom >= QUIET_MS) && !signal.aborted) {
    const beganAt = endedAt;
    isTaken = false;
    await turn();
    endedAt = performance.now();
    isShort = endedAt - beganAt <= SHORT_TURN_MS;
    if (isTaken) quietFrom = endedAt;
  }
  server.off('connection', onConnection);
}
