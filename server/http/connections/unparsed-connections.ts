/**
 * Connections before Node's HTTP parser is attached to them. A connection stays here while each of its packets is answered directly, which for
 * most visitors is from the first to the last. With the first packet that is not, the connection becomes Node's, from that packet on.
 *
 * Nothing is under way here but answers that are on their way to the client, so the bounds of such a connection are three times without a byte:
 * before the first request (`headersTimeout`), while an answer waits for its reader (`timeout`) and between two requests (`keepAliveTimeout`).
 * A head that arrives in parts is Node's, with Node's time for it.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface UnparsedConnections {
  /** Holds a connection until `answers` returns false for a packet, which then goes to Node's parser with all that follow. */
  readonly hold: (socket: Socket, answers: (packet: Buffer) => boolean) => void;
}

/** Milliseconds for which a connection without a request stays open, as Node counts them. */
export function unusedMs({ keepAliveTimeout, keepAliveTimeoutBuffer }: Server): number {
  return keepAliveTimeout + keepAliveTimeoutBuffer;
}

/**
 * Takes the new connections of a server from Node. `attach` gives one back, with its first bytes. The server's own ways to close connections
 * close those that are held too.
 */
export function holdUnparsed(server: Server, attach: (socket: Socket, packet: Buffer) => void): UnparsedConnections {
  const held = new Set<Socket>();
  closeHeldToo(server, held);
  return {
    hold: (socket, answers) => {
      let isUsed = false;
      const onData = (packet: Buffer): void => {
        if (!answers(packet)) {
          stop();
          attach(socket, packet);
        } else if (!isUsed) {
          isUsed = true;
          // Otherwise its reader is slow, and has another time.
          if (socket.writableLength === 0) socket.setTimeout(unusedMs(server));
        }
      };
      const onTimeout = (): void => {
        if (isUsed || !server.emit('clientError', lateHead(), socket)) socket.destroy();
      };
      const onEnd = (): void => void socket.end();
      const onError = (): void => void socket.destroy();
      const onClose = (): void => void held.delete(socket);
      const stop = (): void => {
        held.delete(socket);
        socket.off('data', onData).off('timeout', onTimeout).off('end', onEnd).off('error', onError).off('close', onClose);
      };
      held.add(socket);
      socket.on('data', onData).on('timeout', onTimeout).on('end', onEnd).on('error', onError).on('close', onClose);
      socket.setTimeout(server.headersTimeout);
    },
  };
}

/** Node's error for a head that does not arrive in time. */
function lateHead(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** `server.close` calls the first of the two. */
function closeHeldToo(server: Server, held: ReadonlySet<Socket>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  const closeAll = server.closeAllConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of held) if (socket.writableLength === 0) socket.destroy();
    closeIdle();
  };
  server.closeAllConnections = () => {
    for (const socket of held) socket.destroy();
    closeAll();
  };
}
