import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addOriginTags, removeField, rewriteField } from '../../../../server/edge/request/rewritten-fields.ts';
import { namesValidHost, resolveAbsoluteForm } from '../../../../server/edge/request/target.ts';

function request(method: string, url: string, rawHeaders: readonly string[] = []): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method, url, rawHeaders: [...rawHeaders] });
  for (let index = 0; index < rawHeaders.length; index += 2) req.headers[rawHeaders[index]?.toLowerCase() ?? ''] = rawHeaders[index + 1];
  return req;
}

describe('namesValidHost', () => {
  it.each<[string, string | null, boolean]>([
    ['/', 'site.example', true],
    ['/', 'site.example:8080', true],
    ['/', '[::1]:80', true],
    ['/', '', true],
    ['/', null, true],
    ['*', 'site.example', true],
    ['/', 'a, b', false],
    ['/', 'user@site.example', false],
    ['/', 'site.example/x', false],
    ['/', 'site.example ', false],
    ['http://site.example/', 'site.example', false],
    ['site.example:80', 'site.example', false],
  ])('says of the target %s with the host %j: %s (RFC 9112 section 3.2)', (url, host, valid) => {
    expect(namesValidHost(request('GET', url), host)).toBe(valid);
  });
});

describe('resolveAbsoluteForm', () => {
  it.each([
    ['GET', 'http://b.example/x?y', '/x?y'],
    ['GET', 'HTTPS://b.example', '/'],
    ['GET', 'http://b.example?y', '/?y'],
    ['GET', 'http://b.example/x#y', '/x'],
    ['OPTIONS', 'http://b.example', '*'],
    ['OPTIONS', 'http://b.example/', '/'],
  ])('takes the authority of %s %s as the host (RFC 9112 section 3.2.2)', (method, url, target) => {
    const req = request(method, url, ['A', '1', 'Host', 'a.example']);
    resolveAbsoluteForm(req);
    expect([req.url, req.rawHeaders, req.headers.host]).toEqual([target, ['A', '1', 'Host', 'b.example'], 'b.example']);
  });

  it.each([
    ['the origin form', '/x', ['Host', 'a.example']],
    ['the asterisk form', '*', ['Host', 'a.example']],
    ['no host in the target', 'http:///x', ['Host', 'a.example']],
    ['userinfo in the target', 'http://user@b.example/', ['Host', 'a.example']],
    ['two Host lines', 'http://b.example/', ['Host', 'a.example', 'host', 'c.example']],
    ['an invalid Host', 'http://b.example/', ['Host', 'a b']],
    ['another scheme that Node does not accept', 'a+b://b.example/', ['Host', 'a.example']],
  ])('leaves a request with %s as it is', (_case, url, fields) => {
    const req = request('GET', url, fields);
    resolveAbsoluteForm(req);
    expect([req.url, req.rawHeaders]).toEqual([url, fields]);
  });

  it('gives a host to a request of HTTP/1.0 that has none', () => {
    const req = request('GET', 'http://b.example/', []);
    resolveAbsoluteForm(req);
    expect(req.rawHeaders).toEqual(['Host', 'b.example']);
  });
});

describe('addOriginTags', () => {
  it.each([
    ['GET', 'If-Match', '"a-br"', '"a-br", "a"'],
    ['GET', 'If-Match', '"a-gzip", W/"b-zstd", "c"', '"a-gzip", "a", W/"b-zstd", W/"b", "c"'],
    ['GET', 'If-Match', '"a"', '"a"'],
    ['GET', 'If-Match', '*', '*'],
    ['GET', 'If-Match', '"a-brx"', '"a-brx"'],
    ['GET', 'If-None-Match', '"a-br"', '"a-br"'],
    ['HEAD', 'If-None-Match', '"a-br"', '"a-br"'],
    ['PUT', 'If-None-Match', '"a-br"', '"a-br", "a"'],
    ['PUT', 'If-Match', '"a-br"', '"a-br", "a"'],
  ])('a %s with %s: %s is forwarded with %s (RFC 9110 section 8.8.3.3)', (method, name, list, extended) => {
    const req = request(method, '/', [name, list]);
    addOriginTags(req);
    expect(req.rawHeaders).toEqual([name, extended]);
  });
});

/** What Node gives for the fields of a request: from rawHeaders, and from the maps that it derives from them. */
const seenOf = ({ rawHeaders, headers, headersDistinct }: IncomingMessage): unknown => [rawHeaders, { ...headers }, { ...headersDistinct }];

/** A request whose maps are not derived yet, as Node gives it to a handler. */
function received(rawHeaders: readonly string[]): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { rawHeaders: [...rawHeaders] });
  return req;
}

describe('a field of a request', () => {
  const lines = ['X-A', '1', 'X-B', '2', 'x-a', '3'];

  it('a removed field is in none of its forms, and the others stay', () => {
    const req = received(lines);
    Object.assign(req.headers, { 'x-a': '1, 3', 'x-b': '2' });
    Object.assign(req.headersDistinct, { 'x-a': ['1', '3'], 'x-b': ['2'] });
    removeField(req, 'x-a');
    expect(seenOf(req)).toEqual([['X-B', '2'], { 'x-b': '2' }, { 'x-b': ['2'] }]);
  });

  it('a rewritten field has one line in all of its forms', () => {
    const req = received(lines);
    Object.assign(req.headers, { 'x-b': '2' });
    Object.assign(req.headersDistinct, { 'x-b': ['2'] });
    rewriteField(req, 'X-A', '4');
    expect(seenOf(req)).toEqual([['X-A', '4', 'X-B', '2'], { 'x-a': '4', 'x-b': '2' }, { 'x-a': ['4'], 'x-b': ['2'] }]);
  });
});
