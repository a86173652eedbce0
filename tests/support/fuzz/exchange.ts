/** Sends bytes to a server and reads what comes back until the connection ends. */
import { connect } from 'node:net';

export interface Exchange {
  /** Everything that the server sent, a character for each byte. */
  readonly received: string;
  /** Whether the connection ended by itself. */
  readonly hasEnded: boolean;
}

/**
 * Sends bytes, of which each is a character, in two packets that are cut at `cutAt`. `endsFirst`: the client ends its side behind them; otherwise the server
 * must end the connection.
 */
export function exchange(
  site: string,
  bytes: string,
  { endsFirst, cutAt = 0, withinMs }: { readonly endsFirst: boolean; readonly cutAt?: number; readonly withinMs: number },
): Promise<Exchange> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port: Number(new URL(site).port), host: '127.0.0.1', noDelay: true });
    const finish = (hasEnded: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ received, hasEnded });
    };
    const timer = setTimeout(() => finish(false), withinMs);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    // A server may reset a connection on which it has refused what is still being sent.
    socket.on('error', () => finish(true)).on('close', () => finish(true));
    socket.once('connect', () => {
      socket.write(bytes.slice(0, cutAt), 'latin1');
      setImmediate(() => {
        socket.write(bytes.slice(cutAt), 'latin1');
        if (endsFirst) socket.end();
      });
    });
  });
}

/**
 * The answers among received bytes that a public site must not give: faults of its own, and refusals that do not say when to come back. Who asks for stored
 * responses alone is told with 504 that there is none (RFC 9111 section 5.2.1.7).
 */
export function faultsIn(received: string, sent: string): readonly string[] {
  const heads = [...received.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/g)];
  return heads
    .filter(([head, status]) => Number(status) >= 500 && !(status === '503' && /\r\nRetry-After: \d/i.test(head)))
    .filter(([, status]) => !(status === '504' && sent.includes('only-if-cached')))
    .map(([head]) => head);
}
