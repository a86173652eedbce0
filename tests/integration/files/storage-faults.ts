/** Faults of a storage: answers that are not files, and bodies that do not match their heads. */

import type { Fault } from '../../support/nhost/storage.ts';
import type { AttackNumber } from '../file-and-image-attacks/catalogue.ts';
import { FILE_ID, GOOD_ID } from './hostile-paths.ts';

/** Number of the attack, description, and how the storage answers. */
export type StorageFault = readonly [AttackNumber, string, Fault];

/** Sends these bytes as the answer and closes the connection. */
export const raw =
  (text: string): Fault =>
  (_req, _res, socket) => {
    socket.end(Buffer.from(text, 'latin1'));
  };

/** How the answer about a file of unknown length begins. */
export const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nEtag: "1"\r\n';

const redirect = (status: number, location: string | null): Fault => {
  return (_req, res) => {
    if (location !== null) res.setHeader('Location', location);
    res.writeHead(status).end('<html>em outro lugar</html>');
  };
};

/** Answers that are not files: the visitor gets 502. */
export const NO_FILES: readonly StorageFault[] = [
  [12, 'a redirect to a private address', redirect(302, 'http://169.254.169.254/latest/meta-data')],
  [12, 'a redirect to another scheme', redirect(301, 'file:///etc/passwd')],
  [12, 'a redirect to itself', redirect(307, `/v1/files/${FILE_ID}`)],
  [12, 'a redirect to a good file', redirect(308, `/v1/files/${GOOD_ID}`)],
  [12, 'a redirect to nowhere', redirect(302, null)],
  [12, 'a redirect to nonsense', redirect(303, 'http://[')],
  [12, '300 with a body', redirect(300, '/v1/files')],
  [43, '304 without a condition', (_req, res) => res.writeHead(304).end()],
  [43, '304 with a body', raw('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nolha!')],
  [43, '204 with a body', raw('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nolha!')],
  [43, '205 with a body', raw('HTTP/1.1 205 Reset Content\r\nContent-Length: 5\r\n\r\nolha!')],
  [43, '206 without a range', raw('HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\n\r\nolha!')],
  [43, '429', (_req, res) => res.writeHead(429, { 'Retry-After': '3600' }).end()],
  [43, '500', (_req, res) => res.writeHead(500).end('{"error":{"message":"an internal server error occurred","data":null}}')],
  [43, 'an upgrade', raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nabc')],
  [43, 'garbage', raw('\0\x01\x02 olha!\r\n\r\n')],
  [43, 'HTTP/0.9', raw('<html>olha!</html>')],
  [43, 'a status line of nonsense', raw('HTTP/1.1 abc OK\r\n\r\n')],
  [43, 'nothing', raw('')],
  [43, 'half a head', raw('HTTP/1.1 200 OK\r\nContent-Le')],
  [43, 'interim answers without end', raw('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(10_000))],
  [43, 'a head of 20 KB', raw(`${HEAD}X-A: ${'a'.repeat(20_000)}\r\nContent-Length: 1\r\n\r\na`)],
  [43, 'a head of a thousand fields', raw(`${HEAD}${'X-A: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(1_000)}Content-Length: 1\r\n\r\na`)],
  [43, 'two lengths', raw(`${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\naa`)],
  [43, 'a length and chunks', raw(`${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)],
  [43, 'a field with a bare line break', raw(`${HEAD}X-A: a\nSet-Cookie: b\r\0\r\nContent-Length: 1\r\n\r\na`)],
  [43, 'a length that is none', raw(`${HEAD}Content-Length: cem\r\n\r\na`)],
  [43, 'a coding that was not accepted', raw(`${HEAD}Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\na`)],
  [45, 'no length, and none to be had', raw(`${HEAD}Connection: close\r\n\r\nabc`)],
  [45, 'no length, in chunks, and none to be had', raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`)],
];

/** Bodies that do not match their heads: the connection is closed, or the answer is 502 where no byte has been sent. */
export const BROKEN_BODIES: readonly StorageFault[] = [
  [45, 'ends early', raw(`${HEAD}Content-Length: 1000\r\n\r\nabc`)],
  [45, 'is reset', (_req, _res, socket) => socket.write(`${HEAD}Content-Length: 1000\r\n\r\nabc`, () => socket.destroy())],
  [44, 'stops coming', (_req, _res, socket) => socket.write(`${HEAD}Content-Length: 1000\r\n\r\nabc`)],
  [
    44,
    'comes byte by byte',
    (_req, _res, socket) => {
      socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`);
      const timer = setInterval(() => socket.write('a'), 5);
      socket.once('close', () => clearInterval(timer));
    },
  ],
  [
    45,
    'has chunks without an end',
    (req, res, socket) => {
      if (req.headers.range === undefined) socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`);
      else res.writeHead(206, { Etag: '"1"', 'Content-Range': 'bytes 0-0/1000', 'Content-Length': 1 }).end('a');
    },
  ],
];
