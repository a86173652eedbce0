import { describe, expect, test } from 'vitest';
import { readPlainRequest } from '../../../server/message/plain-request.ts';

const read = (text: string): ReturnType<typeof readPlainRequest> => readPlainRequest(Buffer.from(text, 'latin1'));
const request = (...fields: readonly string[]): string => `${['GET /a HTTP/1.1', 'Host: site.test', ...fields].join('\r\n')}\r\n\r\n`;

describe('a plain request', () => {
  test('is read with its fields in order, names and repeated lines as they came', () => {
    expect(
      read('HEAD /a/%C3%A9?b=1&c HTTP/1.1\r\nhost: site.test:80\r\nACCEPT: a,  b\r\nAccept: "c"; q=0.1\r\nConnection: keep-alive\r\n\r\n'),
    ).toEqual({
      method: 'HEAD',
      url: '/a/%C3%A9?b=1&c',
      rawHeaders: ['host', 'site.test:80', 'ACCEPT', 'a,  b', 'Accept', '"c"; q=0.1', 'Connection', 'keep-alive'],
      hasContent: false,
    });
  });

  test('may have content of the length that it states', () => {
    expect(read(`${request('Content-Length: 5').replace('GET', 'POST')}\r\n\r\nx`)).toEqual({
      method: 'POST',
      url: '/a',
      rawHeaders: ['Host', 'site.test', 'Content-Length', '5'],
      hasContent: true,
    });
    expect(read(request('content-length: 0'))?.hasContent).toBe(true);
  });

  test('may be as long as 8 KB', () => {
    const fill = (length: number): string => request(`X: ${'a'.repeat(length - request('X: ').length)}`);
    expect(read(fill(8_192))).not.toBeNull();
    expect(read(fill(8_193))).toBeNull();
  });
});

describe('bytes that are no plain request', () => {
  test.each<readonly [string, string]>([
    ['nothing', ''],
    ['another method', request().replace('GET', 'OPTIONS')],
    ['less content than stated', `${request('Content-Length: 5')}abcd`],
    ['more content than stated', `${request('Content-Length: 5')}abcdef`],
    ['two lengths', `${request('Content-Length: 1', 'Content-Length: 1')}a`],
    ['a length with a sign', `${request('Content-Length: +1')}a`],
    ['a list of lengths', `${request('Content-Length: 1, 1')}a`],
    ['a length in hexadecimal digits', `${request('Content-Length: 0x1')}a`],
    ['a length and a transfer coding', `${request('Content-Length: 1', 'Transfer-Encoding: chunked')}a`],
    ['a method in lower case', request().replace('GET', 'get')],
    ['HTTP/1.0', request().replace('1.1', '1.0')],
    ['a target in absolute form', request().replace('/a', 'http://site.test/a')],
    ['a target with a fragment', request().replace('/a', '/a#b')],
    ['a target with a quote', request().replace('/a', '/a"')],
    ['a target with obs-text', request().replace('/a', '/\xe9')],
    ['two spaces in the request line', request().replace('GET ', 'GET  ')],
    ['an empty line before the request line', `\r\n${request()}`],
    ['lines that end in LF alone', request().replaceAll('\r\n', '\n')],
    ['one line that ends in LF alone', request('Accept: a').replace('a\r\n', 'a\n')],
    ['a CR inside a value', request('Accept: a\rb')],
    ['a head without its end', request().slice(0, -2)],
    ['a byte after the head', `${request()}x`],
    ['two requests', request() + request()],
    ['no Host', 'GET /a HTTP/1.1\r\nAccept: a\r\n\r\n'],
    ['two Hosts', request('host: site.test')],
    ['a Host that is a list', 'GET /a HTTP/1.1\r\nHost: a, b\r\n\r\n'],
    ['an empty Host', 'GET /a HTTP/1.1\r\nHost: \r\n\r\n'],
    ['a space before the colon', request('Accept : a')],
    ['no space after the colon', request('Accept:a')],
    ['a tab after the colon', request('Accept:\ta')],
    ['a value that ends in a space', request('Accept: a ')],
    ['an empty value', request('Accept: ')],
    ['a folded line', request('Accept: a', ' b')],
    ['a name with a space', request('Acc ept: a')],
    ['an empty name', request(': a')],
    ['a line without a colon', request('Accept')],
    ['NUL in a value', request('Accept: a\x00b')],
    ['obs-text in a value', request('Accept: \xe9')],
    ...['Transfer-Encoding: chunked', 'Trailer: X', 'TE: trailers', 'Expect: 100-continue'].map(
      (field) => [field, request(field)] as const,
    ),
    ...['Upgrade: websocket', 'HTTP2-Settings: AAMAAABk', 'Proxy-Connection: close', 'Keep-Alive: timeout=1'].map(
      (field) => [field, request(field)] as const,
    ),
    ...['close', 'Keep-Alive', 'keep-alive, Accept', 'upgrade'].map(
      (option) => [`Connection: ${option}`, request(`Connection: ${option}`)] as const,
    ),
  ])('%s', (_what, text) => {
    expect(read(text)).toBeNull();
  });
});
