/** Fetches a remote picture: resolves the name, checks every address, connects to one of them; and does the same for each redirect. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { AppError } from '../../../shared/errors/app-error.ts';
import { readBody } from './body.ts';
import { sendHop } from './hop.ts';
import type { RemoteNetwork } from './network.ts';
import { parseRemoteUrl } from './remote-url.ts';

export interface RemoteFetch {
  readonly url: URL;
  readonly hosts: readonly string[];
  readonly network: RemoteNetwork;
  readonly nat64: boolean;
  /** Entity tag of the bytes that are known; null when there are none. */
  readonly etag: string | null;
  /** Ends name resolution, connections and bodies. */
  readonly signal: AbortSignal;
}

export type RemoteAnswer =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly headers: IncomingHttpHeaders }
  | { readonly kind: 'not-modified'; readonly headers: IncomingHttpHeaders }
  /** The host has no such public picture. */
  | { readonly kind: 'missing' };

const MAX_REDIRECTS = 3;

/** RFC 9110 §15.4: statuses whose `Location` is followed with GET. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches. @throws AppError BAD_IMAGE_URL when the first address is refused, IMAGE_SOURCE_FAILED, IMAGE_SOURCE_TOO_LARGE, or
 * IMAGE_SOURCE_TIMEOUT once `signal` has aborted.
 */
export async function fetchRemote(options: RemoteFetch): Promise<RemoteAnswer> {
  try {
    let { url } = options;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const addresses = await checkedAddresses(url, hop, options);
      const { network, etag, signal } = options;
      const answer = await sendHop({ url, port: network.port, addresses, etag, signal });
      const next = REDIRECTS.has(answer.statusCode ?? 0) ? target(answer, url, options) : null;
      if (next === null) return await read(answer, options);
      url = next;
    }
    throw failed('more than three redirects');
  } catch (error) {
    if (options.signal.aborted) throw new AppError('IMAGE_SOURCE_TIMEOUT', { cause: error, detail: 'no whole answer in time' });
    throw error;
  }
}

async function checkedAddresses(url: URL, hop: number, { network, nat64, signal }: RemoteFetch): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await withSignal(network.resolve(url.hostname), signal);
  } catch (cause) {
    throw new AppError('IMAGE_SOURCE_FAILED', { cause, detail: 'the name was not resolved' });
  }
  for (const address of addresses) {
    const reason = network.refusalOf(address, { nat64 });
    if (reason === null) continue;
    // One refused address refuses the name, because the resolver chooses which one is used. After a redirect it is the host's error.
    throw new AppError(hop === 0 ? 'BAD_IMAGE_URL' : 'IMAGE_SOURCE_FAILED', {
      detail: `${url.hostname} resolves to ${address}: ${reason}`,
    });
  }
  if (addresses.length === 0) throw failed('the name has no address');
  return addresses;
}

/** Returns the checked target of a redirect and discards the response. */
function target(answer: IncomingMessage, from: URL, { hosts, network }: RemoteFetch): URL {
  answer.destroy();
  const { location } = answer.headers;
  const url = location === undefined ? null : URL.parse(location, from);
  if (url === null) throw failed('a redirect without a readable target');
  url.hash = '';
  const parsed = parseRemoteUrl(url.href, { hosts, scheme: network.scheme });
  if (parsed.kind === 'refused') throw failed(`a redirect to ${parsed.reason}`);
  return parsed.url;
}

async function read(answer: IncomingMessage, { etag }: RemoteFetch): Promise<RemoteAnswer> {
  const status = answer.statusCode ?? 0;
  const { headers } = answer;
  if (status === 200) return { kind: 'bytes', bytes: await readBody(answer), headers };
  answer.destroy();
  if (status === 304 && etag !== null) return { kind: 'not-modified', headers };
  // A picture that the host does not publish counts as missing.
  if (status === 404 || status === 401 || status === 403) return { kind: 'missing' };
  throw failed(`status ${status}`);
}

/** Settles with `work`, or rejects when `signal` aborts; the work itself is not cancelled. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function failed(detail: string): AppError {
  return new AppError('IMAGE_SOURCE_FAILED', { detail });
}
