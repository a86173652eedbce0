/**
 * What a HIT costs in JavaScript, at the socket (`direct`, and `logged` with the access log on) and without (`edge`), against a bare `http` server sending the same bytes: connections are in memory, so that neither the
 * kernel nor what else runs on the machine hides the difference. Prints microseconds an answer, the best of many short rounds.
 *
 *   node tests/bench/hit-in-memory.ts [rounds]
 */
import { createServer, type RequestListener } from 'node:http';
import { Duplex } from 'node:stream';
import { brotliCompressSync, constants } from 'node:zlib';
import { createEdge } from '../../server/edge/index.ts';
import { boundPipelining } from '../../server/http/connections/bounds.ts';
import { answerDirectly } from '../../server/http/connections/direct-answers.ts';
import { createLogger } from '../../server/observability/log.ts';
import { createAccessLog } from '../../server/operations/access-log.ts';
import { createRouteNames } from '../../server/operations/route-names.ts';
import { ROUTES } from '../../shared/routes/table.ts';
import { PAGE_FIELDS } from './page-fields.ts';
import { samplePage } from './sample-page.ts';
import { median } from './timing.ts';

const rounds = Number(process.argv[2] ?? 60);
const ANSWERS_A_ROUND = 500;
const HEAD = 'GET / HTTP/1.1\r\nHost: site.test\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\nUser-Agent: bench\r\n';
const WHOLE = `${HEAD}\r\n`;
const CHECK = `${HEAD}If-None-Match: "0123456789abcdef-br"\r\n\r\n`;

/** The server's end of a connection to a client that takes everything at once. */
class Connection extends Duplex {
  bytes = 0;
  first = '';

  override _read(): void {
    // Requests are pushed.
  }

  /** As `net.Socket` has it. No time passes here. */
  setTimeout(): this {
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#take(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.#take(chunk);
    done();
  }

  #take(chunk: Buffer): void {
    if (this.first === '') this.first = chunk.toString('latin1', 0, 2_000);
    this.bytes += chunk.byteLength;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function answers(connection: Connection, request: Buffer, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { bytes } = connection;
    connection.push(request);
    while (connection.bytes === bytes) await turn();
    // The exchange ends after its last byte.
    await turn();
  }
}

const page = Buffer.from(samplePage());
const coded = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
const wholeFields = [...PAGE_FIELDS, 'Content-Encoding', 'br', 'Content-Length', String(coded.byteLength)];
const checkFields = PAGE_FIELDS.slice(4);
const edge = createEdge({
  encoding: {},
  origin: (_req, res) => {
    res.writeHead(200, [...PAGE_FIELDS]);
    res.end(page);
  },
});
interface Subject {
  readonly name: string;
  readonly listener: RequestListener;
  readonly request: string;
  readonly isDirect?: boolean;
  readonly isLogged?: boolean;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'br bare', listener: (_req, res) => res.writeHead(200, wholeFields).end(coded), request: WHOLE },
  { name: 'br edge', listener: edge.listener, request: WHOLE },
  { name: 'br direct', listener: edge.listener, request: WHOLE, isDirect: true },
  { name: 'br logged', listener: edge.listener, request: WHOLE, isDirect: true, isLogged: true },
  { name: '304 bare', listener: (_req, res) => res.writeHead(304, checkFields).end(), request: CHECK },
  { name: '304 edge', listener: edge.listener, request: CHECK },
  { name: '304 direct', listener: edge.listener, request: CHECK, isDirect: true },
  { name: '304 logged', listener: edge.listener, request: CHECK, isDirect: true, isLogged: true },
];

/** As the edge answers once it has stored and compressed the page, which it does beside answering. */
const READY = /^HTTP\/1.1 200[^]*\r\nCache-Status: edge; hit/;

/** As the site has it, with lines that go nowhere. */
const accessLog = createAccessLog({ log: createLogger('info', { write: () => undefined }), routeOf: createRouteNames(ROUTES) });

async function connectionTo({ listener, isDirect = false, isLogged = false }: Subject): Promise<Connection> {
  const server = createServer({ keepAliveTimeout: 60_000 }, boundPipelining(listener));
  if (isDirect) answerDirectly(server, isLogged ? accessLog.direct(edge.storedAnswer) : edge.storedAnswer);
  const connection = new Connection();
  server.emit('connection', connection);
  if (listener !== edge.listener) return connection;
  while (!(READY.test(connection.first) && connection.first.includes('\r\nContent-Encoding: br\r\n'))) {
    connection.first = '';
    await answers(connection, Buffer.from(WHOLE), 1);
  }
  return connection;
}

const running = await Promise.all(
  SUBJECTS.map(async (subject) => ({
    name: subject.name,
    connection: await connectionTo(subject),
    request: Buffer.from(subject.request),
    costs: [] as number[],
  })),
);
for (let round = 0; round <= rounds; round += 1) {
  for (const { connection, request, costs } of running) {
    const start = performance.now();
    await answers(connection, request, ANSWERS_A_ROUND);
    // The first round warms up.
    if (round > 0) costs.push(((performance.now() - start) * 1_000) / ANSWERS_A_ROUND);
  }
}
for (const [index, { name, costs }] of running.entries()) {
  const bare = running[index - (index % 4)]?.costs ?? [];
  const pairs = costs.map((cost, round) => (bare[round] ?? Number.NaN) / cost);
  process.stdout.write(
    `${name.padEnd(11)} ${Math.min(...costs).toFixed(2)} µs, ${(Math.min(...bare) / Math.min(...costs)).toFixed(2)} of bare by the best, ` +
      `${median(pairs).toFixed(2)} by the median of rounds\n`,
  );
}
process.exit();
