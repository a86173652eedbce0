/**
 * A local server that speaks the storage service of a hosted Nhost as it is: heads in its words, ranges by its pattern, dates in Go's
 * notation, errors as JSON. A fault in place of a file lets it misbehave to the last byte.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { listening } from '../listening.ts';

export interface RemoteFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly mimeType: string;
  readonly etag: string;
  /** As the service prints it. */
  readonly lastModified: string;
  readonly isUploaded: boolean;
  /** Roles that may read it. */
  readonly roles: readonly string[];
}

export type Fault = (req: IncomingMessage, res: ServerResponse, socket: Duplex) => void;

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

export interface NhostStorageServer {
  readonly url: string;
  readonly server: Server;
  readonly files: Map<string, RemoteFile>;
  readonly faults: Map<string, Fault>;
  /** Every request so far. */
  readonly asked: Asked[];
  /** Connections so far. */
  connections(): number;
  close(): Promise<void>;
}

const GO_TIME = '2026-03-10 12:00:00.586273 +0000 +0000';

const DEFAULTS: Omit<RemoteFile, 'bytes'> = {
  name: 'arquivo.pdf',
  mimeType: 'application/pdf',
  etag: '"900150983cd24fb0d6963f7d28e17f72"',
  lastModified: GO_TIME,
  isUploaded: true,
  roles: ['public', 'admin'],
};

export function remoteFile(bytes: Buffer, own: Partial<RemoteFile> = {}): RemoteFile {
  return { ...DEFAULTS, ...own, bytes };
}

/** Starts the server on a free port. The caller closes it. */
export async function startNhostStorage(): Promise<NhostStorageServer> {
  const files = new Map<string, RemoteFile>();
  const faults = new Map<string, Fault>();
  const asked: Asked[] = [];
  let connections = 0;
  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req;
    asked.push({ method, url, headers });
    const id = /^\/v1\/files\/([^/?]*)$/.exec(url)?.[1] ?? '';
    const fault = faults.get(id);
    if (fault !== undefined) fault(req, res, req.socket);
    else if (url === '/v1/version') res.end('{"buildVersion":"0.7.1"}');
    else answer(req, res, files.get(id));
  });
  server.on('connection', () => {
    connections += 1;
  });
  const { origin, close } = await listening(server);
  return {
    url: `${origin}/v1`,
    server,
    files,
    faults,
    asked,
    connections: () => connections,
    close,
  };
}

/** Fields of every answer that are the service's own business, or its proxy's. */
function writeServiceFields(res: ServerResponse): void {
  res.setHeader('Server', 'openresty');
  res.setHeader('Surrogate-Control', 'max-age=3600');
  res.setHeader('Surrogate-Key', 'chave');
  res.setHeader('Cache-Control', 'max-age=3600');
  res.setHeader('Set-Cookie', 'sessao=1');
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Strict-Transport-Security', 'max-age=1');
  res.setHeader('Cache-Groups', '"de-fora"');
  res.setHeader('Via', '1.1 fora');
}

// The pattern of the service's OpenAPI description; what does not match is 400.
const RANGE = /^bytes=(\d+-\d*|\d*-\d+)(,(\d+-\d*|\d*-\d+))*$/;
const DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [A-Z]{3}$/;

function answer(req: IncomingMessage, res: ServerResponse, file: RemoteFile | undefined): void {
  const { range, 'if-modified-since': since, 'if-none-match': none } = req.headers;
  writeServiceFields(res);
  const role = req.headers['x-hasura-admin-secret'] === undefined ? 'public' : String(req.headers['x-hasura-role'] ?? 'admin');
  if (file === undefined) return refuse(req, res, 404, 'file not found');
  if (!file.roles.includes(role)) return refuse(req, res, 403, 'you are not authorized');
  if (!file.isUploaded) return refuse(req, res, 403, 'file is not uploaded');
  if (range !== undefined && !RANGE.test(range)) return refuse(req, res, 400, 'parameter "Range" in header has an error');
  if (since !== undefined && !DATE.test(since)) return refuse(req, res, 400, 'parameter "If-Modified-Since" in header has an error');
  res.setHeader('Etag', file.etag);
  if (none !== undefined && none === file.etag) {
    res.writeHead(304).end();
    return;
  }
  describe(res, file);
  send(req, res, file.bytes, range);
}

/** Writes the fields that describe a file, as the service does. */
export function describe(res: ServerResponse, file: RemoteFile): void {
  res.setHeader('Etag', file.etag);
  res.setHeader('Last-Modified', file.lastModified);
  res.setHeader('Content-Type', file.mimeType);
  res.setHeader('Content-Disposition', `inline; filename="${queryEscape(file.name)}"`);
}

function send(req: IncomingMessage, res: ServerResponse, bytes: Buffer, range: string | undefined): void {
  const part = range === undefined ? 'whole' : firstRange(range, bytes.length);
  if (part === 'unsatisfiable') return refuse(req, res, 416, 'InvalidRange');
  const isWhole = part === 'whole' || part.end - part.start + 1 === bytes.length;
  if (isWhole) res.setHeader('Accept-Ranges', 'bytes');
  else res.setHeader('Content-Range', `bytes ${part.start}-${part.end}/${bytes.length}`);
  const body = isWhole ? bytes : bytes.subarray(part.start, part.end + 1);
  res.writeHead(isWhole ? 200 : 206, { 'Content-Length': body.length });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** The object store behind the service knows one range. */
function firstRange(field: string, size: number): 'unsatisfiable' | { readonly start: number; readonly end: number } {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)/.exec(field) ?? [];
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || end < start ? 'unsatisfiable' : { start, end };
}

function refuse(req: IncomingMessage, res: ServerResponse, status: number, message: string): void {
  res.setHeader('X-Error', message);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.writeHead(status);
  res.end(req.method === 'HEAD' ? undefined : JSON.stringify({ error: { message, data: null } }));
}

/** Go's url.QueryEscape. */
function queryEscape(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
