/**
 * First byte and whole answer of pages that are not stored, behind a backend each of whose operations takes 50 ms: in milliseconds, and as a
 * ratio to the page of a document, whose status a row decides. The pages take turns, one request at a time. Needs `npm run build`.
 *
 *   node tests/bench/pages/first-byte.ts [--rounds 40] [--data <directory to keep>]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../timing.ts';
import { saveMissData } from './miss-data.ts';

/** The last one is the baseline. */
const ADDRESSES = [
  '/',
  '/busca?q=contrato',
  '/informacoes/noticias',
  '/informacoes/comunicados',
  '/informacoes/faq',
  '/informacoes/mapa',
  '/institucional/conselho-fiscal',
  '/lai',
  '/lai/documentos/leis',
  '/lai/documentos/politicaDeInvestimento/1',
];

const WARM_UP_ROUNDS = 5;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' }, data: { type: 'string', default: '' } } });

interface Times {
  readonly first: number[];
  readonly whole: number[];
}

async function ask(port: number, address: string): Promise<readonly [first: number, whole: number]> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = get({ port, host: '127.0.0.1', path: address, agent: false, headers: { Accept: 'text/html' } }, (message) => {
      if (message.statusCode !== 200) reject(new Error(`${address}: status ${message.statusCode}`));
      let first = Number.NaN;
      message.once('data', () => {
        first = performance.now() - start;
      });
      message.once('end', () => resolve([first, performance.now() - start]));
    });
    sent.once('error', reject);
  });
}

const directory = values.data === '' ? await mkdtemp(path.join(tmpdir(), 'medida-')) : path.resolve(values.data);
const file = path.join(directory, 'first-byte.json');
const database = path.join(directory, 'database');
if (!existsSync(file)) await saveMissData(database, ADDRESSES, file);
const child = fork(path.join(import.meta.dirname, 'miss-server.ts'), ['distant', file, database], {
  env: { ...process.env, NODE_ENV: 'production' },
});
const [{ port }] = (await once(child, 'message')) as [{ port: number }];
const times = new Map<string, Times>(ADDRESSES.map((address) => [address, { first: [], whole: [] }]));
for (let round = -WARM_UP_ROUNDS; round < Number(values.rounds); round += 1) {
  for (const [address, { first, whole }] of times) {
    const [firstMs, wholeMs] = await ask(port, address);
    if (round < 0) continue;
    first.push(firstMs);
    whole.push(wholeMs);
  }
}
child.disconnect();
const base = [...times.values()].at(-1)?.first ?? [];
process.stdout.write(`operations of 50 ms, ${values.rounds} rounds; median milliseconds\n`);
for (const [address, { first, whole }] of times) {
  const ratio = median(first.map((ms, round) => ms / (base[round] ?? Number.NaN)));
  const [firstByte, end] = [median(first).toFixed(1), median(whole).toFixed(1)];
  process.stdout.write(
    `${address.padEnd(40)} first byte ${firstByte.padStart(6)}, whole ${end.padStart(6)}, ${ratio.toFixed(2)} of a document's\n`,
  );
}
if (values.data === '') await rm(directory, { recursive: true, force: true });
