/** What the log says of the edge's events: those on which an operator may have to act, each kind with its level. */
import { type Clock, type EdgeEvent, SYSTEM_CLOCK } from '../edge/index.ts';
import type { Logger } from './log.ts';
import { createLogThrottle } from './log-throttle.ts';
import { loggedPath } from './redaction.ts';

/** A client that goes on is refused many times a second; the log gets one line in this many milliseconds. */
const LOG_EVERY_MS = 10_000;

/** Makes the reporter that logs the events on which an operator may have to act. */
export function createEdgeLog(log: Logger, clock: Pick<Clock, 'now'> = SYSTEM_CLOCK): (event: EdgeEvent) => void {
  const throttled = createLogThrottle<EdgeEvent['kind']>({ forMs: LOG_EVERY_MS, now: () => clock.now() });
  const tell = (
    level: 'warn' | 'error',
    event: Extract<EdgeEvent, { readonly cause: unknown; readonly key: string }>,
    message: string,
  ): void => {
    log[level]({ event: event.kind, key: loggedPath(event.key), err: event.cause }, message);
  };
  return (event) => {
    switch (event.kind) {
      case 'fault':
      case 'late-error':
      case 'origin-failed':
        tell('error', event, 'the edge met a fault');
        break;
      case 'refresh-failed':
      case 'stale-for-error':
        tell('warn', event, 'a stored response is older than it should be');
        break;
      case 'shared-synced':
        log.info({}, 'the shared cache is in use');
        break;
      case 'shared-lost':
        log.warn({ event: event.kind, err: event.cause }, 'the shared cache cannot be followed; this replica stands alone until it can');
        break;
      case 'shared-failed':
        tell('warn', event, 'a request went on without the shared cache');
        break;
      case 'shared-refused':
        throttled(event.kind, (suppressed) =>
          log.warn(
            { event: event.kind, because: event.because, suppressed },
            'a response in the shared cache is not of this site; it was refused',
          ),
        );
        break;
      case 'not-admitted':
        throttled(event.kind, (suppressed) =>
          log.warn(
            { event: event.kind, suppressed },
            'a client was refused for using more than its share; behind a proxy, set TRUST_PROXY',
          ),
        );
        break;
      case 'shed':
        throttled(event.kind, (suppressed) =>
          log.warn({ event: event.kind, suppressed }, 'work was refused, because the event loop is late; more replicas would do it'),
        );
        break;
      case 'purged':
        log.debug({ what: loggedPath(event.what), mode: event.mode }, 'purged');
        break;
      default:
    }
  };
}
