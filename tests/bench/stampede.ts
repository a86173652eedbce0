/**
 * A thousand visitors ask for a page in the same moment, of which nothing is stored. Prints how often it was rendered (it must be once)
 * and how long the slowest hundredth waited, against one visitor alone. Runs the built site with its demonstration content.
 *
 *   node tests/bench/stampede.ts [rounds] [visitors]
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startSite } from '../support/site.ts';
import { median, percentile } from './timing.ts';

const rounds = Number(process.argv[2] ?? 5);
const visitors = Number(process.argv[3] ?? 1_000);
const TOKEN = 'token-of-this-benchmark';
const PAGE = '/';
const REQUEST = `GET ${PAGE} HTTP/1.1\r\nHost: site.test\r\nAccept-Encoding: identity\r\n\r\n`;
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

const site = await startSite({ environment: { PURGE_TOKEN: TOKEN } });
const port = Number(new URL(site.url).port);

async function purge(): Promise<void> {
  const answer = await fetch(`${site.url}/_edge/purge`, {
    method: 'POST',
    headers: AUTHORIZED,
    body: JSON.stringify({ url: PAGE, mode: 'hard' }),
  });
  if (!answer.ok) throw new Error(`the purge was refused with ${answer.status}`);
}

async function forwards(): Promise<number> {
  const stats = (await (await fetch(`${site.url}/_edge/stats`, { headers: AUTHORIZED })).json()) as { forwards?: unknown };
  if (typeof stats.forwards !== 'number') throw new Error(`no number of forwards in ${JSON.stringify(stats)}`);
  return stats.forwards;
}

async function open(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Sends the request and resolves to the milliseconds until the whole page was there. */
function ask(socket: Socket): Promise<number> {
  const start = performance.now();
  let tail = '';
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      tail = (tail + chunk.toString('latin1')).slice(-64);
      if (!/<\/html>\s*(?:\r\n0\r\n\r\n)?$/.test(tail)) return;
      socket.off('data', onData);
      socket.off('error', reject);
      resolve(performance.now() - start);
    };
    socket.on('data', onData);
    socket.once('error', reject);
    socket.write(REQUEST);
  });
}

/** The site renders its likeliest pages after the start; those renders are not of this measurement. */
async function warmedUp(): Promise<void> {
  while (!site.output().includes('pages were warmed')) await new Promise((resolve) => setTimeout(resolve, 100));
}

try {
  await warmedUp();
  const sockets = await Promise.all(Array.from({ length: visitors }, open));
  const alone: number[] = [];
  const crowded: number[] = [];
  const renders: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await purge();
    const [first] = sockets;
    if (first === undefined) throw new Error('no visitors');
    const single = await ask(first);
    await purge();
    const before = await forwards();
    const waits = await Promise.all(sockets.map(ask));
    const made = (await forwards()) - before;
    // The first round warms up.
    if (round === 0) continue;
    alone.push(single);
    crowded.push(...waits);
    renders.push(made);
  }
  const lone = median(alone);
  const show = (ms: number): string => `${ms.toFixed(1)} ms (${(ms / lone).toFixed(1)} of one alone)`;
  process.stdout.write(`${visitors} visitors at once, ${rounds} rounds: renders ${renders.join(', ')}\n`);
  process.stdout.write(`one alone, median ${lone.toFixed(1)} ms\n`);
  process.stdout.write(`of the crowd, median ${show(median(crowded))}, p99 ${show(percentile(crowded, 0.99))}\n`);
  for (const socket of sockets) socket.destroy();
} finally {
  await site.stop();
}
