import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fileIntent } from '../../../server/files/router.ts';

describe('fileIntent', () => {
  it.each<[string, IncomingHttpHeaders, object]>([
    ['GET', {}, { kind: 'whole' }],
    ['HEAD', {}, { kind: 'look' }],
    ['HEAD', { range: 'bytes=0-9' }, { kind: 'look' }],
    ['GET', { 'if-none-match': '"a"' }, { kind: 'look' }],
    ['GET', { 'if-modified-since': 'x', range: 'bytes=0-9' }, { kind: 'look' }],
    ['GET', { 'if-match': '"a"' }, { kind: 'look' }],
    ['GET', { range: 'bytes=0-9' }, { kind: 'range', first: 0, last: 9 }],
    ['GET', { range: 'bytes=5-' }, { kind: 'range', first: 5, last: null }],
    ['GET', { range: 'bytes=-500' }, { kind: 'range', first: null, last: 500 }],
    ['GET', { range: 'bytes=0-9', 'if-range': '"a"' }, { kind: 'range', first: 0, last: 9 }],
    ['GET', { range: 'Bytes=0-9 ' }, { kind: 'range', first: 0, last: 9 }],
    ['GET', { range: 'bytes=5-2' }, { kind: 'look' }],
    ['GET', { range: 'bytes=0-0,-1' }, { kind: 'look' }],
    ['GET', { range: 'bytes=abc' }, { kind: 'look' }],
    ['GET', { range: 'bytes=-' }, { kind: 'look' }],
    ['GET', { range: 'bytes=0-9\r\nX: 1' }, { kind: 'look' }],
    ['GET', { range: `bytes=${'9'.repeat(400)}-` }, { kind: 'look' }],
    ['GET', { range: `bytes=0-${'9'.repeat(20)}` }, { kind: 'look' }],
  ])('%s with %j: %j', (method, headers, intent) => {
    expect(fileIntent(method, headers)).toEqual(intent);
  });
});
