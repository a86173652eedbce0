/** Requests for pictures that are refused by their words alone: nothing is looked up, fetched or decoded for them. */
import type { AttackNumber } from '../file-and-image-attacks/catalogue.ts';

export interface RefusedRequest {
  readonly attack: AttackNumber;
  readonly name: string;
  readonly target: string;
  readonly code: string;
}

export const PICTURE_ID = '00000000-0000-4000-8000-000000000001';
export const PICTURE_FILE: string = `/nhostprovider/${PICTURE_ID}`;

/** `url` as the source of a picture, and the rest of the query as it is. */
export function asking(url: string, rest = 'w=320'): string {
  return `/_image?url=${encodeURIComponent(url)}&${rest}`;
}

const DIGITS = ['', '0', '-1', '1e3', '%2B640', '%20640', '640.0', '0x280', 'NaN', '%D9%A6%D9%A4%D9%A0', '1'.repeat(401), '641'];

const ADDRESSES: readonly (readonly [AttackNumber, readonly string[]])[] = [
  [2, [`/a${'a'.repeat(3_072)}.png`]],
  [
    4,
    [
      '//evil.example/a.png',
      '/\\evil.example/a.png',
      '\\\\evil.example',
      'https:evil.example',
      'https:///evil.example',
      'ht\ntps://fotos.example/a.jpg',
      'ht\ttps://fotos.example/a.jpg',
    ],
  ],
  [
    5,
    [
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'blob:http://fotos.example/1',
      'ftp://fotos.example/a.jpg',
      'gopher://fotos.example/',
      'javascript:alert(1)',
    ],
  ],
  [6, ['http://fotos.example@evil.example/', 'http://evil.example#@fotos.example/', 'http://evil.example?.fotos.example']],
  [
    7,
    [
      'http://fotos.example.evil.example/',
      'http://fotos.example./a.jpg',
      'http://FOTOS.example/a.jpg',
      'http://fótos.example/a.jpg',
      'http://xn--ftos-1ra.example/a.jpg',
      'http://fotos%2eexample/a.jpg',
      'http://fotos.example:22/a.jpg',
      'http://fotos.example:*/a.jpg',
    ],
  ],
  [
    8,
    [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://0.0.0.0/',
      'http://localhost/',
      'http://localhost./',
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
    ],
  ],
  [
    9,
    [
      'http://10.0.0.1/',
      'http://172.16.0.1/',
      'http://192.168.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://100.64.0.1/',
      'http://198.18.0.1/',
      'http://192.0.0.1/',
      'http://224.0.0.1/',
      'http://255.255.255.255/',
      'http://[fc00::1]/',
      'http://[fe80::10%25eth0]/',
    ],
  ],
  [
    10,
    [
      'http://[2002:7f00:1::]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[64:ff9b:1::7f00:1]/',
      'http://[2001:0:7f00:1::]/',
      'http://[2001:db8::5efe:7f00:1]/',
      'http://[::127.0.0.1]/',
    ],
  ],
  [
    13,
    [
      '/_image?url=/a.png&w=320',
      '/%5fimage?url=/a.png&w=320',
      '/_vercel/image?url=/a.png',
      'http://fotos.example/_image?url=/a.png&w=320',
      'http://fotos.example/%5fimage?url=a',
      '/nhostprovider/../_image',
    ],
  ],
  [14, ['/admin', '/api/x.png/..', '/healthz', '/v1/graphql', '/informacoes/noticias', `${PICTURE_FILE}/presignedurl`]],
  [17, [`${PICTURE_FILE}?w=10`]],
];

export const REFUSED_REQUESTS: readonly RefusedRequest[] = [
  { attack: 1, name: 'no parameter', target: '/_image', code: 'BAD_IMAGE_URL' },
  { attack: 1, name: 'an empty address', target: '/_image?url=&w=320', code: 'BAD_IMAGE_URL' },
  { attack: 1, name: 'two addresses', target: `/_image?url=${PICTURE_FILE}&url=${PICTURE_FILE}&w=320`, code: 'BAD_IMAGE_URL' },
  { attack: 1, name: 'a list of addresses', target: `/_image?url[]=${PICTURE_FILE}&w=320`, code: 'BAD_REQUEST' },
  { attack: 2, name: 'a target of over 8 kB', target: `/_image?w=320&url=${'%61'.repeat(3_000)}`, code: 'BAD_IMAGE_URL' },
  { attack: 3, name: 'no width', target: `/_image?url=${PICTURE_FILE}`, code: 'BAD_IMAGE_WIDTH' },
  ...DIGITS.map(
    (digits): RefusedRequest => ({
      attack: 3,
      name: `the width ${digits.slice(0, 30)}`,
      target: `/_image?url=${PICTURE_FILE}&w=${digits}`,
      code: 'BAD_IMAGE_WIDTH',
    }),
  ),
  ...[...DIGITS, '101', '99'].map(
    (digits): RefusedRequest => ({
      attack: 3,
      name: `the quality ${digits.slice(0, 30)}`,
      target: `/_image?url=${PICTURE_FILE}&w=320&q=${digits}`,
      code: 'BAD_IMAGE_QUALITY',
    }),
  ),
  { attack: 17, name: 'a cache-buster', target: `/_image?url=${PICTURE_FILE}&w=320&_=1`, code: 'BAD_REQUEST' },
  ...ADDRESSES.flatMap(([attack, addresses]) =>
    addresses.map((address): RefusedRequest => ({ attack, name: address.slice(0, 60), target: asking(address), code: 'BAD_IMAGE_URL' })),
  ),
];
