import { describe, expect, test } from 'vitest';
import { parseImageSource } from '../../../shared/images/source.ts';

const ID = '0b7e2a1c-6f0e-4b0e-9a55-2f6c1f6f0a11';

describe('parseImageSource', () => {
  test('accepts both addresses of a stored file', () => {
    expect(parseImageSource(`/nhostprovider/${ID}`)).toEqual({ kind: 'file', id: ID });
    expect(parseImageSource(`/v1/files/${ID}`)).toEqual({ kind: 'file', id: ID });
  });

  test('gives one id to an upper-case and a lower-case uuid', () => {
    expect(parseImageSource(`/nhostprovider/${ID.toUpperCase()}`)).toEqual({ kind: 'file', id: ID });
  });

  test('accepts pictures of public/, in folders too', () => {
    expect(parseImageSource('/marca/logo-2x.v2.png')).toEqual({ kind: 'public', path: '/marca/logo-2x.v2.png' });
  });

  test.each([
    '//evil.example/a.png',
    '/\\evil.example/a.png',
    '\\\\evil.example\\a.png',
    'https:evil.example/a.png',
    'https:///evil.example/a.png',
    'https://evil.example/a.png',
    'ht\ntps://evil.example/a.png',
    'file:///etc/a.png',
    'data:image/png;base64,AAAA',
    'blob:https://site.example/1',
    'ftp://evil.example/a.png',
    'gopher://evil.example/a.png',
    'javascript:alert(1)//a.png',
    'logo.png',
    '/../segredo.png',
    '/marca/../../segredo.png',
    '/marca/./logo.png',
    '/%2e%2e/segredo.png',
    '/marca%2flogo.png',
    '/.git/logo.png',
    '/marca//logo.png',
    '/marca/logo.png?x=1',
    '/marca/logo.png#a',
    '/marca/logo.png\u0000.jpg',
    '/marca/logo.png\n',
    '/logo.svg',
    '/logo.PNG.exe',
    '/_image?url=/a.png&w=320',
    '/_image/a.png',
    '/%5fimage?url=a',
    '/admin',
    '/healthz',
    '/v1/graphql',
    '/noticias',
    `/nhostprovider/${ID}/presignedurl`,
    `/nhostprovider/${ID}?w=10`,
    `/nhostprovider/{${ID}}`,
    `/nhostprovider/ ${ID}`,
    `/nhostprovider//${ID}`,
    `/NHOSTPROVIDER/${ID}`,
    '/nhostprovider/../../v1/graphql',
    '/nhostprovider/not-a-uuid',
  ])('refuses %j', (url) => {
    expect(parseImageSource(url)).toBeNull();
  });

  test('refuses a long hostile path in linear time', () => {
    expect(parseImageSource(`${'/a'.repeat(1_500)}!`)).toBeNull();
  });
});
