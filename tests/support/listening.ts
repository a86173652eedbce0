/** Any handler of requests on a real socket, at a port of its own. */
import { once } from 'node:events';
import { createServer, type RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening extends AsyncDisposable {
  readonly server: Server;
  readonly port: number;
  /** `http://127.0.0.1:{port}` */
  readonly origin: string;
  /** Cuts the connections of all visitors. */
  readonly leave: () => void;
  /** Cuts them and listens no more. */
  readonly close: () => Promise<void>;
}

/** Listens until closed or disposed of. A server of the caller's own must not listen yet. */
export async function listening(subject: RequestListener | Server): Promise<Listening> {
  const server = subject instanceof Server ? subject : createServer(subject);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const leave = (): void => server.closeAllConnections();
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    leave();
    await closed;
  };
  return { server, port, origin: `http://127.0.0.1:${port}`, leave, close, [Symbol.asyncDispose]: close };
}
