/** Hosts of pictures that break every rule, what they are told to break, and what a visitor is told instead of a picture. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AttackNumber } from '../file-and-image-attacks/catalogue.ts';
import { type Answer, endless, raw, reply } from './remote-host.ts';

/** Its number, what the host answers with, how that is made of an honest picture (at the path `/x.jpg`), and what becomes of it. */
export type HostFault = readonly [AttackNumber, string, (jpeg: Buffer) => Answer, string];

/** Most bytes of a picture that are taken from a host. */
const LIMIT = 16 * 1_024 * 1_024;

const OK = 'HTTP/1.1 200 OK\r\n';
const REDIRECT = '302 Found';

/** 1 GiB of nothing, as sixteen members of one gzip file (RFC 1952 §2.2). */
function gzipBomb(): Buffer {
  const member = gzipSync(Buffer.alloc(LIMIT * 4));
  return Buffer.concat(Array.from({ length: 16 }, () => member));
}

/** 512 MiB of nothing. */
function brotliBomb(): Buffer {
  return brotliCompressSync(Buffer.alloc(LIMIT * 32), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

export const HOST_FAULTS: readonly HostFault[] = [
  [12, 'a redirect inside', () => reply('', ['Location: http://127.0.0.1/a.jpg'], REDIRECT), '502 IMAGE_SOURCE_FAILED'],
  [
    12,
    'a redirect to a host that is not allowed',
    () => reply('', ['Location: http://evil.example/a.jpg'], REDIRECT),
    '502 IMAGE_SOURCE_FAILED',
  ],
  [12, 'a redirect to another scheme', () => reply('', ['Location: ftp://fotos.example/a.jpg'], REDIRECT), '502 IMAGE_SOURCE_FAILED'],
  [12, 'a redirect to a file', () => reply('', ['Location: file:///etc/passwd'], REDIRECT), '502 IMAGE_SOURCE_FAILED'],
  [12, 'a redirect to another port', () => reply('', ['Location: http://fotos.example:22/a.jpg'], REDIRECT), '502 IMAGE_SOURCE_FAILED'],
  [13, 'a redirect to a picture service', () => reply('', ['Location: /_image?url=a'], REDIRECT), '502 IMAGE_SOURCE_FAILED'],
  [12, 'a redirect to itself', () => reply('', ['Location: /x.jpg'], REDIRECT), '502 IMAGE_SOURCE_FAILED'],
  [12, 'a redirect nowhere', () => reply('', [], REDIRECT), '502 IMAGE_SOURCE_FAILED'],
  [12, 'a redirect that cannot be read', () => reply('', ['Location: http://['], REDIRECT), '502 IMAGE_SOURCE_FAILED'],
  [12, 'several choices', (jpeg) => reply(jpeg, [], '300 Multiple Choices'), '502 IMAGE_SOURCE_FAILED'],
  [19, 'fewer bytes than it said', (jpeg) => raw(OK, `Content-Length: ${jpeg.length + 9}\r\n\r\n`, jpeg), '502 IMAGE_SOURCE_FAILED'],
  [20, 'more bytes than it said', (jpeg) => raw(OK, `Content-Length: ${jpeg.length - 99}\r\n\r\n`, jpeg), '502 IMAGE_SOURCE_FAILED'],
  [43, 'two lengths', (jpeg) => raw(OK, `Content-Length: 5\r\nContent-Length: ${jpeg.length}\r\n\r\n`, jpeg), '502 IMAGE_SOURCE_FAILED'],
  [19, 'pieces without an end', () => raw(OK, 'Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n'), '502 IMAGE_SOURCE_FAILED'],
  [20, 'a length above the limit', () => raw(OK, `Content-Length: ${LIMIT + 1}\r\n\r\nabc`), '413 IMAGE_SOURCE_TOO_LARGE'],
  [
    20,
    'pieces for ever',
    () => endless(`${OK}Transfer-Encoding: chunked\r\n\r\n`, Buffer.from(`ffff\r\n${'x'.repeat(0xffff)}\r\n`)),
    '413 IMAGE_SOURCE_TOO_LARGE',
  ],
  [20, 'bytes for ever', () => endless(`${OK}\r\n`, Buffer.alloc(65_536)), '413 IMAGE_SOURCE_TOO_LARGE'],
  [21, 'a gzip bomb', () => reply(gzipBomb(), ['Content-Encoding: gzip']), '413 IMAGE_SOURCE_TOO_LARGE'],
  [21, 'a brotli bomb', () => reply(brotliBomb(), ['Content-Encoding: br']), '413 IMAGE_SOURCE_TOO_LARGE'],
  [21, 'a coding that it is not in', (jpeg) => reply(jpeg, ['Content-Encoding: gzip']), '502 IMAGE_SOURCE_FAILED'],
  [21, 'half a coding', (jpeg) => reply(gzipSync(jpeg).subarray(0, 500), ['Content-Encoding: gzip']), '502 IMAGE_SOURCE_FAILED'],
  [21, 'six codings', (jpeg) => reply(jpeg, ['Content-Encoding: gzip, gzip, gzip, gzip, gzip, gzip']), '502 IMAGE_SOURCE_FAILED'],
  [21, 'an unknown coding', (jpeg) => reply(jpeg, ['Content-Encoding: constructor']), '502 IMAGE_SOURCE_FAILED'],
  [22, 'a page called a picture', () => reply('<!doctype html>', ['Content-Type: image/png']), '400 UNSUPPORTED_IMAGE'],
  [
    22,
    'an SVG',
    () => reply('<svg xmlns="http://www.w3.org/2000/svg"/>', ['Content-Type: image/svg+xml, text/html']),
    '400 UNSUPPORTED_IMAGE',
  ],
  [23, 'a PDF', () => reply('%PDF-1.7', ['Content-Type: image/jpeg']), '400 UNSUPPORTED_IMAGE'],
  [28, 'nothing', () => reply(''), '422 IMAGE_UNREADABLE'],
  [28, 'half a picture', (jpeg) => reply(jpeg.subarray(0, 900)), '422 IMAGE_UNREADABLE'],
  [33, '401', () => reply('', [], '401 Unauthorized'), '404 FILE_NOT_FOUND'],
  [33, '403', () => reply('', [], '403 Forbidden'), '404 FILE_NOT_FOUND'],
  [33, '404', () => reply('', [], '404 Not Found'), '404 FILE_NOT_FOUND'],
  [33, '410', () => reply('', [], '410 Gone'), '502 IMAGE_SOURCE_FAILED'],
  [33, '429', () => reply('', ['Retry-After: 999999'], '429 Too Many Requests'), '502 IMAGE_SOURCE_FAILED'],
  [33, '500', () => reply('', [], '500 Oops'), '502 IMAGE_SOURCE_FAILED'],
  [33, '503', () => reply('', [], '503 Busy'), '502 IMAGE_SOURCE_FAILED'],
  [43, '206', (jpeg) => reply(jpeg, ['Content-Range: bytes 0-9/10'], '206 Partial Content'), '502 IMAGE_SOURCE_FAILED'],
  [43, '204', (jpeg) => raw('HTTP/1.1 204 No Content\r\n\r\n', jpeg), '502 IMAGE_SOURCE_FAILED'],
  [43, '205 and a body', (jpeg) => reply(jpeg, [], '205 Reset Content'), '502 IMAGE_SOURCE_FAILED'],
  [43, '304 without a condition', (jpeg) => raw('HTTP/1.1 304 Not Modified\r\n\r\n', jpeg), '502 IMAGE_SOURCE_FAILED'],
  [43, 'no status line', (jpeg) => raw(jpeg), '502 IMAGE_SOURCE_FAILED'],
  [43, 'a status line of garbage', () => raw('HTTP/9.9 banana\r\n\r\n'), '502 IMAGE_SOURCE_FAILED'],
  [
    43,
    'another protocol',
    () => raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    '502 IMAGE_SOURCE_FAILED',
  ],
  [43, 'interim answers for ever', () => endless('', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n')), '502 IMAGE_SOURCE_FAILED'],
  [43, 'too many fields', () => raw(OK, `X: ${'y'.repeat(20_000)}\r\n\r\n`), '502 IMAGE_SOURCE_FAILED'],
  [43, 'the end of the connection', () => raw(), '502 IMAGE_SOURCE_FAILED'],
  [19, 'a reset', () => (socket) => socket.resetAndDestroy(), '502 IMAGE_SOURCE_FAILED'],
];

/** Answers that never end by themselves: only the deadline of the whole fetch does. */
export const ENDLESS_ANSWERS: readonly (readonly [AttackNumber, string, Answer])[] = [
  [18, 'nothing at all', () => {}],
  [18, 'one byte after another', endless(`${OK}Content-Length: 9999999\r\n\r\n`, Buffer.from('x'))],
  [18, 'one field after another', endless(OK, Buffer.from('X: y\r\n'))],
];

/** Where the resolver says that an allowed name is, and what becomes of a picture there. Nothing is connected to. */
export const REFUSED_ADDRESSES: readonly (readonly [AttackNumber, string, readonly string[], string])[] = [
  [11, 'inside', ['127.0.0.1'], '400 BAD_IMAGE_URL'],
  [11, 'private', ['10.1.2.3'], '400 BAD_IMAGE_URL'],
  [11, 'inside, by IPv6', ['::1'], '400 BAD_IMAGE_URL'],
  [9, 'of the metadata service', ['169.254.169.254'], '400 BAD_IMAGE_URL'],
  [11, 'partly public', ['127.0.0.2', '192.168.0.1'], '400 BAD_IMAGE_URL'],
  [10, 'a hidden IPv4 one', ['2002:7f00:1::'], '400 BAD_IMAGE_URL'],
  [10, 'behind NAT64, which is not switched on', ['64:ff9b::808:808'], '400 BAD_IMAGE_URL'],
  [11, 'none', [], '502 IMAGE_SOURCE_FAILED'],
  [11, 'no address', ['fotos'], '400 BAD_IMAGE_URL'],
];
