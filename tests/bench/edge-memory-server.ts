/** The server of `edge-memory.ts`: every address is another page, stored and compressed by the edge. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEdge } from '../../server/edge/index.ts';

const [boundMb = '64', bytes = '30000'] = process.argv.slice(2);

/** Compresses about as well as a page does: words of a small vocabulary, and some noise. */
function pageText(url: string): string {
  const noise = randomBytes(512).toString('hex');
  const line = `<li><a href="${url}">Ata da reunião ordinária ${url} do conselho de previdência</a></li>\n`;
  return (noise + line.repeat(Math.ceil(Number(bytes) / line.length))).slice(0, Number(bytes));
}

const edge = createEdge({
  bounds: { memoryBytes: Number(boundMb) * 1024 * 1024 },
  encoding: {},
  origin: (req, res) => {
    res.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'CDN-Cache-Control': 'max-age=300, stale-while-revalidate=21600',
      'Cache-Groups': `"site", "documento", "documento:${req.url?.slice(1) ?? ''}"`,
      ETag: `"${req.url?.slice(1) ?? ''}"`,
    });
    res.end(pageText(req.url ?? '/'));
  },
});
const server = createServer(edge.listener);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () => {
  // What is garbage is not resident for long; without this the figure depends on when the collector last ran.
  global.gc?.();
  const { bytes: stored, entries, evictions } = edge.stats();
  process.send?.({ resident: process.memoryUsage().rss, stored, entries, evictions });
});
process.on('disconnect', () => process.exit());
