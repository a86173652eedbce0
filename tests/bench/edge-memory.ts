/**
 * Resident memory of an edge through which many more distinct pages pass than its bound holds. Prints it as the pages go by: it must
 * rise to the bound and then stay.
 *
 *   node tests/bench/edge-memory.ts [pages] [MB] [bytes of a page]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import path from 'node:path';

const pages = Number(process.argv[2] ?? 20_000);
const boundMb = process.argv[3] ?? '64';
const bytes = process.argv[4] ?? '30000';
const STEPS = 10;
const AT_ONCE = 16;
/** Of how many pages one is asked for again, so that its compressed forms are made and kept as well. */
const AGAIN = 10;

interface Usage {
  readonly resident: number;
  readonly stored: number;
  readonly entries: number;
  readonly evictions: number;
}

const child = fork(path.join(import.meta.dirname, 'edge-memory-server.ts'), [boundMb, bytes], { execArgv: ['--expose-gc'] });
const [{ port }] = (await once(child, 'message')) as [{ port: number }];
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function ask(page: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path: `/${page}`, agent, headers: { 'Accept-Encoding': 'br' } }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    request.once('error', reject);
  });
}

async function usage(): Promise<Usage> {
  child.send('usage');
  const [message] = (await once(child, 'message')) as [Usage];
  return message;
}

const mb = (size: number): string => (size / 1024 / 1024).toFixed(1).padStart(6);

const start = await usage();
process.stdout.write(`${pages} pages of ${bytes} bytes through ${boundMb} MB; at the start ${mb(start.resident)} MB resident\n`);
const perStep = Math.ceil(pages / STEPS);
const residents: number[] = [];
for (let step = 0; step < STEPS; step += 1) {
  const numbers = Array.from({ length: perStep }, (_unused, index) => step * perStep + index).values();
  const worker = async (): Promise<void> => {
    for (const page of numbers) {
      await ask(page);
      if (page % AGAIN === 0) await ask(page);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { resident, stored, entries, evictions } = await usage();
  residents.push(resident);
  process.stdout.write(
    `${String((step + 1) * perStep).padStart(7)} pages: ${mb(resident)} MB resident, ${mb(stored)} MB stored in ${entries} entries, ${evictions} evicted\n`,
  );
}
const half = residents.slice(STEPS / 2);
process.stdout.write(`second half: ${(Math.max(...half) / Math.min(...half)).toFixed(3)} times from its least to its most\n`);
agent.destroy();
child.disconnect();
