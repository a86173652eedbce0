import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readStorageHead, substituteTag } from '../../../../server/backend/nhost/storage-response-head.ts';

const NOW = Date.UTC(2026, 0, 1);

const HEAD: IncomingHttpHeaders = {
  'content-length': '1000',
  'content-type': 'application/pdf',
  'content-disposition': 'inline; filename="Ata+n%C2%BA+2.pdf"',
  etag: '"900150983cd24fb0d6963f7d28e17f72"',
  'last-modified': '2025-07-21 13:24:53.586273 +0000 +0000',
};

function factsOf(headers: IncomingHttpHeaders): unknown {
  const head = readStorageHead(200, { ...HEAD, ...headers }, { ranged: false, now: NOW });
  return 'metadata' in head ? head.metadata : head;
}

describe('the head of a file', () => {
  it('is read from the fields that the service writes', () => {
    expect(readStorageHead(200, HEAD, { ranged: false, now: NOW })).toEqual({
      kind: 'whole',
      metadata: {
        name: 'Ata nº 2.pdf',
        mimeType: 'application/pdf',
        size: 1000,
        etag: '"900150983cd24fb0d6963f7d28e17f72"',
        modified: '2025-07-21 13:24:53.586273 +0000 +0000',
        updatedAt: new Date('2025-07-21T13:24:53.586Z'),
      },
    });
  });

  it.each<[string, string | null]>([
    ['2025-07-21 13:24:53 +0000 UTC', '2025-07-21T13:24:53.000Z'],
    ['2025-07-21 10:24:53.5 -0300 -03', '2025-07-21T13:24:53.500Z'],
    ['Mon, 21 Jul 2025 13:24:53 GMT', '2025-07-21T13:24:53.000Z'],
    ['Monday, 21-Jul-25 13:24:53 GMT', '2025-07-21T13:24:53.000Z'],
    ['2025-13-41 13:24:53 +0000 UTC', null],
    ['Mon, 99 Jul 2025 13:24:53 GMT', null],
    ['Invalid Date', null],
    ['yesterday', null],
    ['2025', null],
    ['', null],
  ])('a file with Last-Modified %j was changed at %j', (field, date) => {
    expect(factsOf({ 'last-modified': field })).toMatchObject({ updatedAt: date === null ? null : new Date(date) });
  });

  it.each<[string, string | null]>([
    ['"a,b"', '"a,b"'],
    ['W/"a"', 'W/"a"'],
    ['900150983cd24fb0d6963f7d28e17f72', '"900150983cd24fb0d6963f7d28e17f72"'],
    ['"a', null],
    ['w/"a"', null],
    ['a b', null],
    ['""', '""'],
    ['"\xe9"', '"\xe9"'],
  ])('a file with the tag %j has the tag %j', (field, etag) => {
    expect(factsOf({ etag: field })).toMatchObject({ etag });
  });

  it.each([
    ['inline; filename="a%2Bb+c.pdf"', 'a+b c.pdf'],
    ['inline; filename="100%.pdf"', '100%.pdf'],
    ['inline; filename="a\\"b.pdf"', 'a"b.pdf'],
    [`inline; filename="x"; filename*=UTF-8''Ata%20n%C2%BA.pdf`, 'Ata nº.pdf'],
    ['inline; filename="x"; filename*=UTF-8\'\'%ff', 'arquivo'],
    ['inline; filename=""', 'arquivo'],
    ['inline', 'arquivo'],
    [`inline; filename="${'%'.repeat(5_000)}`, 'arquivo'],
  ])('a file with %.60j has a name', (field, name) => {
    expect(factsOf({ 'content-disposition': field })).toMatchObject({ name });
  });

  it('is read with defaults when every field is missing', () => {
    expect(readStorageHead(200, {}, { ranged: false, now: NOW })).toEqual({
      kind: 'whole',
      metadata: { name: 'arquivo', mimeType: 'application/octet-stream', size: null, etag: null, modified: null, updatedAt: null },
    });
  });
});

describe('a part', () => {
  const part = (range: string | undefined, length?: string): unknown => {
    const headers = { ...HEAD, 'content-length': length, 'content-range': range };
    return readStorageHead(206, headers, { ranged: true, now: NOW });
  };

  it('gives the size of the whole file', () => {
    expect(part('bytes 10-19/1000', '10')).toMatchObject({ kind: 'part', start: 10, end: 19, metadata: { size: 1000 } });
    expect(part('bytes 10-19/1000')).toMatchObject({ kind: 'part' });
  });

  it.each<[string | undefined, string]>([
    [undefined, '10'],
    ['bytes 10-19/*', '10'],
    ['bytes 10-19/1000', '11'],
    ['bytes 19-10/1000', '10'],
    ['bytes 10-1000/1000', '991'],
    ['items 10-19/1000', '10'],
    ['bytes 10-19/99999999999999999999', '10'],
  ])('a part of %j with %s bytes is unusable', (range, length) => {
    expect(part(range, length)).toMatchObject({ kind: 'unusable' });
  });
});

describe('an answer without a file', () => {
  it.each([
    [404, false, 'absent'],
    [403, true, 'absent'],
    [401, false, 'absent'],
    [410, false, 'absent'],
    [416, true, 'rangeRefused'],
    [400, true, 'rangeRefused'],
    [400, false, 'unusable'],
    [416, false, 'unusable'],
    [206, false, 'unusable'],
    [204, false, 'unusable'],
    [205, false, 'unusable'],
    [302, false, 'unusable'],
    [304, false, 'unusable'],
    [429, false, 'unusable'],
    [500, true, 'unusable'],
  ])('%i, asked by range %s, is %s', (status, ranged, kind) => {
    expect(readStorageHead(status, HEAD, { ranged, now: NOW }).kind).toBe(kind);
  });

  it.each([
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'identity, br' },
    { 'content-length': '-1' },
    { 'content-length': '10, 10' },
    { 'content-length': '99999999999999999999' },
  ])('%j makes a whole unusable', (headers) => {
    expect(factsOf(headers)).toMatchObject({ kind: 'unusable' });
  });
});

describe('a substitute tag', () => {
  it('is a weak entity tag that differs with size and time', () => {
    const tag = substituteTag(1000, '2025-07-21 13:24:53.586273 +0000 +0000');
    expect(tag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
    expect(substituteTag(1001, '2025-07-21 13:24:53.586273 +0000 +0000')).not.toBe(tag);
    expect(substituteTag(1000, '2025-07-21 13:24:53.586274 +0000 +0000')).not.toBe(tag);
  });

  it('is null when only the size is known', () => {
    expect(substituteTag(1000, null)).toBeNull();
  });
});
