/**
 * CPU that content codings cost for each page that is newly stored, and the bytes of its hits, by the number of hits until the page is
 * purged. CPU of the whole process, thread pool included, less that of an edge without codings in the same run.
 *
 *   node tests/bench/encodings.ts [pages]
 */
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEdge } from '../../server/edge/index.ts';
import { PAGE_FIELDS } from './page-fields.ts';
import { samplePage } from './sample-page.ts';
import { median } from './timing.ts';

const PAGES = Number(process.argv[2] ?? 20);
const HITS = [0, 1, 3, 20] as const;

/** Milliseconds after a request, in which what it started ends. */
const PAUSE_MS = 120;

const ACCEPTED = 'gzip, deflate, br, zstd';

const page = samplePage();
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Starts an edge in front of pages that differ in a few bytes. */
async function start(encoding: object | undefined): Promise<number> {
  const edge = createEdge({
    ...(encoding === undefined ? {} : { encoding }),
    origin: (req, res) => {
      res.writeHead(200, [...PAGE_FIELDS]);
      res.end(page.replace('</main>', `<p>${req.url}</p></main>`));
    },
  });
  const server = createServer(edge.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Returns the bytes of the content of one answer. */
function ask(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port, path, host: '127.0.0.1', headers }, (message) => {
      let bytes = 0;
      message.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
      });
      message.once('end', () => resolve(bytes));
    }).once('error', reject);
  });
}

interface Cost {
  readonly cpuMs: number;
  readonly bytesAHit: number;
}

/** Stores one page, as a crawler that takes no coding does, and asks for it `hits` times as a browser does. */
async function costOf(port: number, path: string, hits: number): Promise<Cost> {
  const before = process.cpuUsage();
  await ask(port, path, {});
  await pause();
  let bytes = 0;
  for (let hit = 0; hit < hits; hit += 1) {
    bytes += await ask(port, path, { 'Accept-Encoding': ACCEPTED });
    await pause();
  }
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, bytesAHit: bytes / hits };
}

const coded = await start({});
const plain = await start(undefined);
await costOf(coded, '/warm', 20);
await costOf(plain, '/warm', 20);
process.stdout.write(`${PAGES} pages of ${Math.round(page.length / 1_000)} KB; medians of one page\n`);
for (const hits of HITS) {
  const costs: { readonly coded: Cost; readonly plain: Cost }[] = [];
  for (let number = 0; number < PAGES; number += 1) {
    const path = `/${hits}/${number}`;
    costs.push({ coded: await costOf(coded, path, hits), plain: await costOf(plain, path, hits) });
  }
  const cpuMs = median(costs.map((cost) => cost.coded.cpuMs - cost.plain.cpuMs));
  const size = hits === 0 ? '' : `, ${Math.round(median(costs.map((cost) => cost.coded.bytesAHit)))} bytes a hit`;
  process.stdout.write(`${String(hits).padStart(3)} hits: codings cost ${cpuMs.toFixed(1)} ms${size}\n`);
}
process.exit();
