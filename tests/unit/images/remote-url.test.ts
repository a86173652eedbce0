import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRemoteUrl } from '../../../server/images/remote/remote-url.ts';

const HOSTS = ['fotos.example', 'xn--so-jia.example'];
const read = (text: string): ReturnType<typeof parseRemoteUrl> => parseRemoteUrl(text, { hosts: HOSTS, scheme: 'https:' });

describe('an address on an allowed host', () => {
  test.each([
    ['https://fotos.example/a.jpg', 'https://fotos.example/a.jpg'],
    ['https://fotos.example/pasta/reunião.jpg', 'https://fotos.example/pasta/reuni%C3%A3o.jpg'],
    ['https://fotos.example/a.jpg?v=2&x=%2F', 'https://fotos.example/a.jpg?v=2&x=%2F'],
    ['https://fotos.example', 'https://fotos.example/'],
    ['https://xn--so-jia.example/a.png', 'https://xn--so-jia.example/a.png'],
  ])('%s is accepted', (text, href) => {
    const parsed = read(text);
    expect(parsed.kind === 'url' && parsed.url.href).toBe(href);
  });
});

test.each([
  '//fotos.example/a.png',
  '/\\fotos.example/a.png',
  '\\\\fotos.example\\a.png',
  'https:fotos.example/a.png',
  'https:///fotos.example/a.png',
  'ht\ntps://fotos.example/a.png',
  ' https://fotos.example/a.png',
  'https://fotos.example/a.png\t',
  'https://fotos.example/a b.png',
  'https:\\\\fotos.example/a.png',
  'https://fotos.example\\@evil.example/a.png',
  'https://fotos.example/\u0000',
  'https://fotos.example/\u0085',
  'http://fotos.example/a.png',
  'HTTPS://fotos.example/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AA',
  'blob:https://fotos.example/1',
  'ftp://fotos.example/a.png',
  'gopher://fotos.example/',
  'javascript:alert(1)',
  'https://fotos.example@evil.example/',
  'https://user:pass@fotos.example/',
  'https://evil.example#@fotos.example/',
  'https://evil.example?.fotos.example',
  'https://fotos.example.evil.example/',
  'https://fotos.example./a.png',
  'https://FOTOS.example/a.png',
  'https://são.example/a.png',
  'https://fotos%2eexample/a.png',
  'https://fotos.example:22/a.png',
  'https://fotos.example:443/a.png',
  'https://fotos.example:*/a.png',
  'https://fotos.example:/a.png',
  'https://sub.fotos.example/a.png',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0.0.0.0/',
  'https://localhost/',
  'https://localhost./',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[fe80::10%25eth0]/',
  'https://[64:ff9b::7f00:1]/',
  'https://fotos.example/a.png#x',
  'https://fotos.example/_image?url=/a.png&w=320',
  'https://fotos.example/%5fimage?url=a',
  'https://fotos.example//_image?url=a',
  'https://fotos.example/_vercel/image?url=a',
  'https://fotos.example/_IMAGE',
  'https://fotos.example/x/../_image?url=a',
  'https://fotos.example/%2e%2e/_image',
  '',
])('%j is refused', (text) => {
  expect(read(text).kind).toBe('refused');
});

test.each([
  ['https://fotos.example/a b.png', 'white space or control characters'],
  ['//fotos.example/a.png', 'not an absolute address of the plain form'],
  ['http://fotos.example/a.png', 'not the scheme that is allowed'],
  ['https://outras.example/a.png', 'not an allowed host'],
  ['https://fotos.example/_image?url=a', 'a picture service, so a recursion'],
])('%s is refused as: %s', (text, reason) => {
  expect(read(text)).toEqual({ kind: 'refused', reason });
});

test.each([
  'https://fotos.example/_image2',
  'https://fotos.example/_image.png',
  'https://fotos.example/a/_image',
  'https://fotos.example/_vercel/imagem',
  'https://fotos.example/100%/a.png',
])('%s is accepted, because it is not an image service', (text) => {
  expect(read(text).kind).toBe('url');
});

test.each(['_image', '_vercel/image', '_next/image', '_ipx'])(
  'the picture service /%s is refused with and without more behind it',
  (name) => {
    for (const rest of ['', '/', '/a', '?a']) expect(read(`https://fotos.example/${name}${rest}`).kind).toBe('refused');
  },
);

test.each([
  ['127.1', 'reads another address'],
  ['256.1.1.1', 'reads no address'],
])('an address on the allowed host %s is refused, because the URL parser %s', (host) => {
  const text = `https://${host}/a.jpg`;
  expect(parseRemoteUrl(text, { hosts: [host], scheme: 'https:' })).toEqual({ kind: 'refused', reason: 'two readings of one address' });
});

test('no address is accepted without allowed hosts', () => {
  expect(parseRemoteUrl('https://fotos.example/a.jpg', { hosts: [], scheme: 'https:' })).toEqual({
    kind: 'refused',
    reason: 'not an allowed host',
  });
});

test('an accepted address has an allowed host and the scheme, and neither port nor userinfo', () => {
  const piece = fc.constantFrom(
    'https://',
    'http://',
    'fotos.example',
    'evil.example',
    '@',
    ':',
    '/',
    '\\',
    '#',
    '?',
    '%2e',
    '.',
    'a',
    ' ',
    '\t',
    '[::1]',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const parsed = read(pieces.join(''));
      if (parsed.kind === 'refused') return;
      const { hostname, protocol, port, username, hash } = parsed.url;
      expect([HOSTS.includes(hostname), protocol, port, username, hash]).toEqual([true, 'https:', '', '', '']);
    }),
    { numRuns: 2_000 },
  );
});
