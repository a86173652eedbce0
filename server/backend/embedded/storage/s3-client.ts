/**
 * Requests to an S3-compatible service: signed (AWS Signature Version 4), with a deadline for the head, repeated where that can help. Addresses
 * are `endpoint/bucket/key`, which every service understands. Redirects are not followed, so only the configured endpoint is asked.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

export interface S3Options {
  /** Address of the service, perhaps with a path before the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Milliseconds until the head of an answer must be there, and the whole of a refusal; the default unless a test brings its own. */
  readonly headMs?: number;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly range?: string;
  readonly body?: { readonly bytes: Uint8Array<ArrayBuffer> | Blob; readonly sha256: string };
  /** Aborts the request and the body of its response. */
  readonly signal?: AbortSignal;
}

/** An answer that says no. The text names the service, its status and its error code, never a key. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;

  constructor(host: string, status: number, code: string) {
    super(`${host} answered ${status}${code === '' ? '' : ` ${code}`}`);
    this.status = status;
  }
}

/** No answer after all attempts. The text names the service; the cause is the error of the network. */
export class S3UnreachableError extends Error {
  override readonly name = 'S3UnreachableError';

  constructor(host: string, cause: unknown) {
    super(`${host} could not be reached`, { cause });
  }
}

/** A body to send gets more, at the least speed below. */
const HEAD_MS = 10_000;
const SLOWEST_BYTES_PER_MS = 250;

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;

/** Characters of an error document that are read: only its code matters. */
const MAX_ERROR_CHARACTERS = 4_000;

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export class S3Client {
  readonly #signer: AwsClient;
  readonly #base: string;
  readonly #host: string;
  readonly #headMs: number;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey, headMs = HEAD_MS }: S3Options) {
    this.#signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    this.#base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
    this.#host = new URL(endpoint).host;
    this.#headMs = headMs;
  }

  /**
   * Sends a request. The body of a GET that finds something waits to be read; every other one is discarded, because an unread body keeps its
   * connection. Every request that this sends may be repeated: the same key gets the same bytes.
   * @throws S3Error for an answer other than 2xx, and 404 where nothing is put; S3UnreachableError after three attempts.
   */
  async send(request: S3Request): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#sendOnce(request).catch((error: unknown) => ({ error }));
      if (outcome instanceof Response) {
        if (!outcome.ok || request.method !== 'GET') await outcome.body?.cancel();
        return outcome;
      }
      if (outcome instanceof S3Error) {
        if (attempt === ATTEMPTS || !isTemporary(outcome.status)) throw outcome;
      } else if (attempt === ATTEMPTS || request.signal?.aborted === true) {
        throw new S3UnreachableError(this.#host, outcome.error);
      }
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal: request.signal });
    }
  }

  /** Returns a refusal as an error, whose document must come in the time of the head. */
  async #sendOnce({ method, key, range, body, signal }: S3Request): Promise<Response | S3Error> {
    const late = new AbortController();
    const size = body === undefined ? 0 : body.bytes instanceof Blob ? body.bytes.size : body.bytes.length;
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), this.#headMs + size / SLOWEST_BYTES_PER_MS);
    try {
      const signed = await this.#signer.sign(`${this.#base}/${key}`, {
        method,
        headers: { 'X-Amz-Content-Sha256': body?.sha256 ?? EMPTY_SHA256 },
        ...(body === undefined ? {} : { body: body.bytes }),
        redirect: 'manual',
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      });
      // Neither is signed: proxies of services rewrite the first, and `fetch` adds it itself to a request for a range.
      if (range === undefined) signed.headers.set('Accept-Encoding', 'identity');
      else signed.headers.set('Range', range);
      const response = await fetch(signed);
      return response.ok || (response.status === 404 && method !== 'PUT') ? response : await this.#errorOf(response);
    } finally {
      clearTimeout(timer);
    }
  }

  async #errorOf(response: Response): Promise<S3Error> {
    const text = await response.text().catch(() => '');
    const [, code = ''] = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text.slice(0, MAX_ERROR_CHARACTERS)) ?? [];
    return new S3Error(this.#host, response.status, code);
  }
}

function isTemporary(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}
