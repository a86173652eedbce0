/** Ports for servers of other processes, which cannot be asked afterwards what port they were given. */
import { createServer } from 'node:net';

/** Workers have neighbouring process ids; each tries this many ports that are first for no other one. A worker of browser files takes dozens. */
const PORTS_OF_A_WORKER = 256;

/** The test that was given one of these may not listen on it yet. */
const given = new Set<number>();

/** Returns a port below the ephemeral range that no process listens on. `from` is for a test that frees a port and takes it again. */
export async function freePort(from = 21_000): Promise<number> {
  for (let port = from + ((process.pid * PORTS_OF_A_WORKER) % 8_000); port < from + 11_000; port++) {
    if (given.has(port) || !(await canListen(port)) || given.has(port)) continue;
    given.add(port);
    return port;
  }
  throw new Error('no free port');
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
