/** A small site for both paths: a response of each kind that a cache stores, with the fields on which an answer can depend. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Path } from './paths.ts';

interface Page {
  readonly status?: number;
  readonly fields: readonly string[];
  readonly body: string;
}

const DATE = ['Date', 'Sat, 21 Nov 2026 12:00:00 GMT'];
const HTML = ['Content-Type', 'text/html; charset=utf-8'];
const LONG = `<p>${'A aposentadoria por idade é concedida a quem a pede. '.repeat(60)}</p>`;

const PAGES: Readonly<Record<string, Page>> = {
  '/': { fields: [...DATE, ...HTML, 'Cache-Control', 'max-age=100000', 'ETag', '"pagina"'], body: LONG },
  '/semanal': {
    fields: [...DATE, ...HTML, 'Cache-Control', 'max-age=604800', 'Last-Modified', 'Mon, 16 Nov 2026 12:00:00 GMT'],
    body: LONG,
  },
  '/curta': { fields: [...DATE, ...HTML, 'Cache-Control', 'max-age=3, stale-while-revalidate=5', 'ETag', '"curta"'], body: 'curta' },
  '/figura': { fields: [...DATE, 'Content-Type', 'image/png', 'Cache-Control', 'max-age=100000', 'ETag', '"figura"'], body: LONG },
  '/idiomas': { fields: [...DATE, ...HTML, 'Cache-Control', 'max-age=100000', 'Vary', 'Accept-Language'], body: 'idiomas' },
  '/campos': {
    fields: [...DATE, ...HTML, 'Cache-Control', 'max-age=100000', 'Cache-Status', 'origem; hit; ttl=9', 'Age', '7'],
    body: LONG,
  },
  '/nada': { status: 204, fields: [...DATE, 'Cache-Control', 'max-age=100000'], body: '' },
  '/mudou': { status: 301, fields: [...DATE, 'Location', '/', 'Cache-Control', 'max-age=100000'], body: '' },
  '/fraca': { fields: [...DATE, ...HTML, 'Cache-Control', 'max-age=100000', 'ETag', 'W/"fraca"'], body: LONG },
  '/particular': { fields: [...DATE, ...HTML, 'Cache-Control', 'private'], body: 'particular' },
};

const MISSING: Page = { status: 404, fields: [...DATE, ...HTML, 'Cache-Control', 'no-store'], body: 'ausente' };

export function answerAsOrigin(req: IncomingMessage, res: ServerResponse): void {
  const [path = ''] = (req.url ?? '').split('?', 1);
  const { status = 200, fields, body } = req.method === 'GET' || req.method === 'HEAD' ? (PAGES[path] ?? MISSING) : MISSING;
  res.writeHead(status, [...fields]);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** The codings that the edge makes. */
const CODINGS = ['br', 'zstd', 'gzip'];

/** Pages that are worth encoding: texts of more than a packet that are stored. */
const ENCODED = Object.values(PAGES).filter(({ fields, body }) => body.length > 1_000 && fields.includes(HTML[1] ?? '')).length;

/** Stores every page, with its encodings where the edge makes them. */
export async function fill(path: Path, { isEncoded }: { readonly isEncoded: boolean }): Promise<void> {
  const connection = path.connect();
  const awaited = isEncoded ? ENCODED * CODINGS.length : 0;
  // What is asked for again lets its best encoding be made, of a few responses at a time.
  for (let round = 0; round < 2 || path.encoded() < awaited; round += 1) {
    for (const page of Object.keys(PAGES)) {
      for (const coding of CODINGS) {
        connection.push(`GET ${page} HTTP/1.1\r\nHost: site.test\r\nAccept-Encoding: ${coding}\r\n\r\n`);
        await path.settle();
      }
    }
  }
  connection.push(null);
}
