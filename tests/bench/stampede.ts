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
const CODINGS = ['identity', 'br'];
const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

const site = await startSite({ environment: { PURGE_TOKEN: TOKEN, WARM_UP: 'on' } });
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
function ask(socket: Socket, coding: string): Promise<number> {
  const start = performance.now();
  let [head, tail, received] = ['', '', 0];
  const isWhole = (chunk: Buffer): boolean => {
    received += chunk.byteLength;
    if (!head.includes(HEAD_END)) head += chunk.toString('latin1');
    tail = (tail + chunk.toString('latin1')).slice(-LAST_CHUNK.length);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    return length === undefined ? tail === LAST_CHUNK : received >= head.indexOf(HEAD_END) + HEAD_END.length + Number(length);
  };
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      if (!isWhole(chunk)) return;
      socket.off('data', onData);
      socket.off('error', reject);
      resolve(performance.now() - start);
    };
    socket.on('data', onData);
    socket.once('error', reject);
    socket.write(`GET ${PAGE} HTTP/1.1\r\nHost: site.test\r\nAccept-Encoding: ${coding}\r\n\r\n`);
  });
}

/** The site renders its likeliest pages after the start; those renders are not of this measurement. */
async function warmedUp(): Promise<void> {
  while (!site.output().includes('pages were warmed')) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function measure(sockets: readonly Socket[], coding: string): Promise<void> {
  const [first] = sockets;
  if (first === undefined) throw new Error('no visitors');
  const [alone, crowded, renders]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    await purge();
    const single = await ask(first, coding);
    await purge();
    const before = await forwards();
    const waits = await Promise.all(sockets.map((socket) => ask(socket, coding)));
    const made = (await forwards()) - before;
    // The first round warms up.
    if (round === 0) continue;
    alone.push(single);
    crowded.push(...waits);
    renders.push(made);
  }
  const lone = median(alone);
  const show = (ms: number): string => `${ms.toFixed(1)} ms (${(ms / lone).toFixed(1)} of one alone)`;
  process.stdout.write(
    `${coding}: ${visitors} visitors at once, ${rounds} rounds: renders ${renders.join(', ')}; one alone, median ${lone.toFixed(1)} ms; ` +
      `of the crowd, median ${show(median(crowded))}, p99 ${show(percentile(crowded, 0.99))}\n`,
  );
}

try {
  await warmedUp();
  const sockets = await Promise.all(Array.from({ length: visitors }, open));
  for (const coding of CODINGS) await measure(sockets, coding);
  for (const socket of sockets) socket.destroy();
} finally {
  await site.stop();
}
