/** Sends one request to a checked address: without keep-alive, without fields of the visitor, without resolving the name again. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type TcpNetConnectOpts } from 'node:net';
import { AppError } from '../../../shared/errors/app-error.ts';
import { splitList } from '../../message/field-lines.ts';

/** RFC 8586 §2: the field that intermediaries forward to detect loops, and our name in it. */
export const LOOP_FIELD = 'CDN-Loop';
export const LOOP_NAME = 'portal-imagens';

export interface Hop {
  readonly url: URL;
  /** Port to connect to; null for the default port of the scheme. */
  readonly port: number | null;
  /** Checked addresses, at least one; only these are used. */
  readonly addresses: readonly string[];
  /** Entity tag of the known bytes. */
  readonly etag: string | null;
  readonly signal: AbortSignal;
}

/** Interim responses (1xx) at most; a hostile host could send them without end. */
const MAX_INTERIM = 8;

/** Whatever the process's default is, `lookup` is then asked for all addresses, and each is tried. Node's types have it for sockets alone. */
const EACH_ADDRESS: Pick<TcpNetConnectOpts, 'autoSelectFamily'> = { autoSelectFamily: true };

/** Bytes of the header section at most. */
const MAX_HEADER_BYTES = 16_384;

/** Sends the request and resolves with the response head; the caller reads or destroys the body. @throws AppError IMAGE_SOURCE_FAILED */
export function sendHop({ url, port, addresses, etag, signal }: Hop): Promise<IncomingMessage> {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown, detail: string): void => reject(new AppError('IMAGE_SOURCE_FAILED', { cause, detail }));
    const request = send({
      protocol: url.protocol,
      // The name is used for Host and TLS only; `lookup` returns the checked addresses.
      hostname: url.hostname,
      ...(port === null ? {} : { port }),
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      agent: false,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...EACH_ADDRESS,
      lookup: (_host, _options, callback) => callback(null, pinned),
      headers: {
        Accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
        'Accept-Encoding': 'identity',
        'User-Agent': 'portal-imagens',
        [LOOP_FIELD]: LOOP_NAME,
        ...(etag === null ? {} : { 'If-None-Match': etag }),
      },
    });
    let interim = 0;
    let answer: IncomingMessage | null = null;
    request.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM) request.destroy(new Error('too many interim answers'));
    });
    request.on('upgrade', (_head, socket) => {
      socket.destroy();
      fail(null, 'the host changed the protocol');
    });
    request.on('error', (cause) => {
      // An error after the head, such as more bytes than Content-Length, makes the body invalid.
      answer?.destroy(cause);
      fail(cause, `no answer: ${'code' in cause ? String(cause.code) : cause.message}`);
    });
    request.on('response', (head) => {
      answer = head;
      resolve(head);
    });
    request.end();
  });
}

/** Says whether a request comes from an image service of this site, which must not scale its own result. */
export function isOwnFetch(headers: IncomingHttpHeaders): boolean {
  const field = headers['cdn-loop'];
  if (field === undefined) return false;
  return splitList(String(field)).some((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() === LOOP_NAME);
}
