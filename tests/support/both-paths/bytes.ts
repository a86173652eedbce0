/** Bytes that clients, proxies and attackers send: plain requests, requests that say more, and both with faults. */
import fc, { type Arbitrary } from 'fast-check';

const TARGETS = ['/', '/semanal', '/curta', '/figura', '/idiomas', '/campos', '/nada', '/mudou', '/fraca', '/particular', '/ausente'];
const ODD_TARGETS = [
  '/?a=1',
  '/%2e',
  '/#x',
  '//',
  '/é',
  '/a b',
  '/"',
  '*',
  'http://site.test/',
  'http://other.test/curta',
  'site.test:80',
  '',
];

/** Fields with which a request is still a plain one. */
const USUAL_FIELDS = [
  'Accept: text/html',
  'Accept-Encoding: gzip, deflate, br',
  'Accept-Encoding: gzip',
  'Accept-Encoding: zstd;q=1, *;q=0.5',
  'Accept-Encoding: identity;q=0, br;q=0',
  'Accept-Language: pt-BR',
  'Accept-Language: en',
  'If-None-Match: "pagina"',
  'If-None-Match: "pagina-br"',
  'If-None-Match: W/"fraca", "x"',
  'If-None-Match: *',
  'If-Modified-Since: Mon, 16 Nov 2026 12:00:00 GMT',
  'If-Modified-Since: Sun, 15 Nov 2026 12:00:00 GMT',
  'If-Match: "pagina"',
  'If-Unmodified-Since: Mon, 16 Nov 2026 12:00:00 GMT',
  'Range: bytes=0-9',
  'Range: bytes=9-0',
  'If-Range: "pagina"',
  'Cache-Control: no-cache',
  'Cache-Control: max-age=0',
  'Cache-Control: max-stale',
  'Cache-Control: only-if-cached',
  'Cache-Control: no-transform',
  'Cache-Control: no-store',
  'Pragma: no-cache',
  'Cookie: a=b',
  'Authorization: Bearer x',
  'X-Forwarded-For: 203.0.113.7',
  'X-Forwarded-Proto: https',
  'Forwarded: for=203.0.113.7',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
  'Connection: keep-alive',
  'Max-Forwards: 0',
];

/** Fields and lines on which framing, or the use of the connection, depends. */
const ODD_FIELDS = [
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 5, 5',
  'Content-Length: +5',
  'Content-Length: 0x5',
  'Content-Length : 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding:\x0bchunked',
  'Transfer-Encoding : chunked',
  'Transfer_Encoding: chunked',
  'Connection: close',
  'Connection: Keep-Alive, Accept-Language',
  'Connection: Accept-Encoding',
  'Connection: upgrade',
  'Proxy-Connection: close',
  'Keep-Alive: timeout=1',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  'Expect: 100-continue',
  'Expect: x',
  'TE: trailers',
  'Trailer: X',
  'Host: other.test',
  'Host: a, b',
  'Host:',
  'Accept:text/html',
  'Accept:  text/html',
  'Accept: text/html ',
  'Accept: \ttext/html',
  'Accept:',
  ' Accept: folded',
  '\tfolded',
  'X: a\x00b',
  'X: a\x7fb',
  'X: \xe9',
  'X-\xe9: a',
  'X Y: a',
  'X(: a',
  ': a',
  'no colon',
  'X: a\rX: b',
  'X: a\nX: b',
  `X: ${'a'.repeat(9_000)}`,
  `X: ${'a'.repeat(20_000)}`,
];

const FRAGMENTS = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  '\x00',
  ':',
  '/',
  '#',
  '%',
  '\x80',
  '\xff',
  '0',
  '5\r\nabcde\r\n0\r\n\r\n',
  'GET / HTTP/1.1',
];

/** What a client may send to a site that has these targets. */
export function clientBytes(targets: readonly string[]): Arbitrary<string> {
  const plain: Arbitrary<string> = fc
    .tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), fc.constantFrom(...targets), fc.subarray(USUAL_FIELDS, { maxLength: 5 }))
    .map(([method, target, fields]) => requestText(`${method} ${target} HTTP/1.1`, ['Host: site.test', ...fields]));
  const odd: Arbitrary<string> = fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'get', 'GETT', 'PRI'),
      target: fc.constantFrom(...targets, ...ODD_TARGETS),
      version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'http/1.1', 'HTTP/1.1 ', ''),
      host: fc.constantFrom(['Host: site.test'], ['Host: site.test'], ['host: SITE.test:80'], ['Host: a b'], []),
      usual: fc.subarray(USUAL_FIELDS, { maxLength: 3 }),
      strange: fc.subarray(ODD_FIELDS, { maxLength: 2 }),
      rest: fc.constantFrom('', '', 'abcde', '5\r\nabcde\r\n0\r\n\r\n'),
    })
    .map(({ method, target, version, host, usual, strange, rest }) => {
      const line = version === '' ? `${method} ${target}` : `${method} ${target} ${version}`;
      return requestText(line, [...strange.slice(1), ...host, ...usual, ...strange.slice(0, 1)]) + rest;
    });
  /** A plain request but for one line: what a reader must not overlook. */
  const nearlyPlain: Arbitrary<string> = fc
    .tuple(plain, fc.constantFrom(...ODD_FIELDS))
    .map(([text, field]) => `${text.slice(0, -2)}${field}\r\n\r\n`);
  const damaged: Arbitrary<string> = fc
    .tuple(fc.oneof(plain, odd), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 3 }), fc.constantFrom(...FRAGMENTS, ''))
    .map(([text, share, removed, added]) => {
      const at = Math.floor(share * text.length);
      return text.slice(0, at) + added + text.slice(at + removed);
    });
  const pipelined: Arbitrary<string> = fc.oneof(
    fc.array(fc.oneof(plain, odd), { minLength: 2, maxLength: 4 }).map((requests) => requests.join('')),
    // More are refused at the socket before any is parsed, and by Node's path after some have been answered.
    fc.tuple(plain, fc.integer({ min: 14, max: 16 })).map(([request, count]) => request.repeat(count)),
  );
  return fc.oneof(
    { weight: 24, arbitrary: plain },
    { weight: 3, arbitrary: odd },
    { weight: 4, arbitrary: nearlyPlain },
    { weight: 3, arbitrary: damaged },
    { weight: 1, arbitrary: pipelined },
  );
}

/** What happens next: bytes arrive in so many packets, the clock moves, content changes, or the client ends its side. */
export type Step =
  | { readonly kind: 'bytes'; readonly packets: readonly string[] }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'purge'; readonly mode: 'hard' | 'soft' | 'refresh' }
  | { readonly kind: 'end' };

const arrival: Arbitrary<Step> = fc
  .tuple(
    clientBytes(TARGETS),
    fc.option(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 2 }), { freq: 6, nil: [] }),
  )
  .map(([text, shares]) => ({ kind: 'bytes', packets: cut(text, shares) }));

/** What one connection sees. */
export const connectionSteps: Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: arrival },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }).map((seconds): Step => ({ kind: 'wait', seconds })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Step>(...(['hard', 'soft', 'refresh'] as const).map((mode) => ({ kind: 'purge', mode }) as const)),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'end' }) },
  ),
  { minLength: 4, maxLength: 24 },
);

function requestText(line: string, fields: readonly string[]): string {
  return `${[line, ...fields].join('\r\n')}\r\n\r\n`;
}

function cut(text: string, shares: readonly number[]): readonly string[] {
  const places = shares.map((share) => Math.floor(share * text.length)).sort((one, other) => one - other);
  return [...places, text.length].map((place, index) => text.slice(places[index - 1] ?? 0, place)).filter((packet) => packet !== '');
}
