/**
 * An S3 service in memory: path-style objects of one bucket, whole or in one range. Each request's Signature Version 4 is computed here from
 * the request as it arrived, and the hash of each body is compared, so a client that signs or sends wrongly is refused as a service does.
 */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening.ts';

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly objects: Map<string, Buffer>;
  /** `METHOD key`, in the order of arrival. */
  readonly requests: string[];
  /** Called before a request is answered; may answer it, or hold it. */
  before: (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;
  close(): Promise<void>;
}

const ACCESS_KEY = 'CHAVETESTEDOSARQUIVOS';
const SECRET_KEY = 'segredo/do+teste/dos+arquivos/0123456789';
const REGION = 'sa-east-1';
const BUCKET = 'arquivos-do-portal';

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const endpoint = await listening((req, res) => {
    answer(req, res).catch((error: unknown) => res.destroy(error instanceof Error ? error : undefined));
  });
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const key = decodeURIComponent((req.url ?? '').slice(`/${BUCKET}/`.length));
    requests.push(`${req.method} ${key}`);
    const body = await buffer(req);
    await server.before(req, res);
    if (res.headersSent || res.destroyed) return;
    if (req.url?.startsWith(`/${BUCKET}/`) !== true) return refuse(res, 404, 'NoSuchBucket');
    const fault = signatureFault(req);
    if (fault !== null) return refuse(res, 403, fault);
    if (sha256(body) !== req.headers['x-amz-content-sha256']) return refuse(res, 400, 'XAmzContentSHA256Mismatch');
    respond(req, res, { key, body, objects });
  }
  const server: S3Server = {
    endpoint: endpoint.origin,
    bucket: BUCKET,
    region: REGION,
    accessKeyId: ACCESS_KEY,
    secretAccessKey: SECRET_KEY,
    objects,
    requests,
    before: () => undefined,
    close: endpoint.close,
  };
  return server;
}

interface Stored {
  readonly key: string;
  readonly body: Buffer;
  readonly objects: Map<string, Buffer>;
}

function respond(req: IncomingMessage, res: ServerResponse, { key, body, objects }: Stored): void {
  const found = objects.get(key);
  switch (req.method) {
    case 'PUT':
      if (req.headers['content-length'] !== String(body.length)) return refuse(res, 411, 'MissingContentLength');
      objects.set(key, body);
      res.writeHead(200).end();
      return;
    case 'DELETE':
      objects.delete(key);
      res.writeHead(204).end();
      return;
    case 'GET':
    case 'HEAD':
      if (found === undefined) refuse(res, 404, 'NoSuchKey', req.method === 'HEAD');
      else send(req, res, found);
      return;
    default:
      refuse(res, 405, 'MethodNotAllowed');
  }
}

/** One range of the form that clients send (RFC 9110 §14.1.2). */
function send(req: IncomingMessage, res: ServerResponse, bytes: Buffer): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
  const start = first === undefined ? 0 : Number(first);
  const end = last === undefined ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (first !== undefined && start >= bytes.length) return refuse(res, 416, 'InvalidRange');
  const part = bytes.subarray(start, end + 1);
  const isPart = first !== undefined;
  res.writeHead(isPart ? 206 : 200, {
    'Content-Length': part.length,
    ...(isPart ? { 'Content-Range': `bytes ${start}-${end}/${bytes.length}` } : {}),
  });
  res.end(req.method === 'HEAD' ? undefined : part);
}

function refuse(res: ServerResponse, status: number, code: string, bodiless = false): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>refused</Message></Error>`;
  res.writeHead(status, { 'Content-Type': 'application/xml' }).end(bodiless ? undefined : body);
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** The error code of a service for a request whose signature is not that of the key; null for a good one. */
function signatureFault(req: IncomingMessage): string | null {
  const [, key, day = '', region = '', names = '', signature] = AUTHORIZATION.exec(req.headers.authorization ?? '') ?? [];
  if (key === undefined) return 'AccessDenied';
  if (key !== ACCESS_KEY) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  const [path = '', query = ''] = (req.url ?? '').split('?', 2);
  const fields = signed
    .map(
      (name) =>
        `${name}:${String(req.headers[name] ?? '')
          .trim()
          .replaceAll(/\s+/g, ' ')}\n`,
    )
    .join('');
  const canonical = [req.method, path, query, fields, names, req.headers['x-amz-content-sha256']].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', req.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (previous, part) => hmac(previous, part),
    `AWS4${SECRET_KEY}`,
  );
  return hmac(signingKey, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
