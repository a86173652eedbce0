/**
 * The answer to a request that Node cannot read: a head that is too large, too slow or not HTTP. There is no request and no response, so the
 * bytes go to the socket.
 */
import { randomUUID } from 'node:crypto';
import { maxHeaderSize, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_CODES, type ErrorCode } from '../../shared/errors/codes.ts';
import { responseHead } from '../message/response-head.ts';
import { errorContent } from './error-page.ts';
import type { RefusalOptions } from './refused-request.ts';
import { securityFields } from './security-headers.ts';

/** What Node's parser gives with its error. */
interface ParserError extends Error {
  readonly code?: string;
  /** The bytes that were being read. */
  readonly rawPacket?: Buffer;
}

/** Node's own choice of status, by the code of its error; anything else is 400. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

export interface UnreadableOptions extends RefusalOptions {
  /** Told of each answer to what has no request; undefined where nothing wants to know. */
  readonly answered?: ((answer: { readonly status: number; readonly requestId: string }) => void) | undefined;
}

/** Makes the listener of the server's event `clientError`. The connection is closed: where the next request begins is not known. */
export function answerUnreadable({ log, answered, ...options }: UnreadableOptions): (error: ParserError, socket: Duplex) => void {
  const security = securityFields(options);
  return (error, socket) => {
    const response = responseOn(socket);
    if (!socket.writable || response?.headersSent === true) {
      socket.destroy(error);
      return;
    }
    const code = codeOf(error);
    const requestId = String(response?.getHeader('X-Request-Id') ?? randomUUID());
    const accept = response === null ? acceptIn(error.rawPacket) : response.req.headers.accept;
    const { fields, body } = errorContent({ code, requestId }, accept);
    const { status } = ERROR_CODES[code];
    log.debug({ requestId, code, status, reason: error.code }, 'request refused');
    const length = String(Buffer.byteLength(body));
    const head = responseHead(status, ['X-Request-Id', requestId, ...security, ...fields, 'Content-Length', length, 'Connection', 'close']);
    socket.end(head + body, () => socket.destroy());
    // A request whose head was read, and whose body is late, is told of when its response ends; this answer stands in place of that response.
    if (response === null) answered?.({ status, requestId });
    else response.statusCode = status;
  };
}

/** Node counts the address as a part of the head: where it takes more than half of what a head may have, the address is too long. */
function codeOf({ code = '', rawPacket }: ParserError): ErrorCode {
  const line = /^[A-Z]+ [^\r\n]*/.exec(rawPacket?.toString('latin1') ?? '')?.[0] ?? '';
  if (code === 'HPE_HEADER_OVERFLOW' && line.length > maxHeaderSize / 2) return 'URI_TOO_LONG';
  return CODES[code] ?? 'BAD_REQUEST';
}

/**
 * Returns the response to the request that a connection is at; null where the head of a request was not read. A response that has
 * begun would be corrupted by another one. Node's default listener looks at the same property.
 */
function responseOn(socket: Duplex): ServerResponse | null {
  const { _httpMessage: response } = socket as Duplex & { readonly _httpMessage?: ServerResponse | null };
  return response ?? null;
}

/** A guess from the bytes that Node still has; they may begin in the middle of the head. */
function acceptIn(packet: Buffer | undefined): string | undefined {
  return packet === undefined ? undefined : /^accept:(.*)/im.exec(packet.toString('latin1'))?.[1];
}
