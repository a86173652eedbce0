/** One Postgres server for a whole vitest run (`globalSetup` in vitest.config.ts), started when the first suite asks for its address. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SERVER_PORT_VARIABLE } from './postgres.ts';
import { serverBinaries, startServer, type TestPostgres } from './postgres-server.ts';

export async function setup(): Promise<() => Promise<void>> {
  let starting: Promise<TestPostgres> | undefined;
  const desk = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    starting ??= serverBinaries().then(startServer);
    starting.then(
      ({ connectionString }) => socket.end(connectionString),
      (error: unknown) => socket.end(error instanceof Error ? error.message : String(error)),
    );
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  process.env[SERVER_PORT_VARIABLE] = String((desk.address() as AddressInfo).port);
  return async () => {
    delete process.env[SERVER_PORT_VARIABLE];
    desk.close();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
}
