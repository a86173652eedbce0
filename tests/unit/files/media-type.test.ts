import { describe, expect, it } from 'vitest';
import { presentationOf } from '../../../server/files/media-type.ts';

describe('presentationOf', () => {
  it.each([
    ['application/pdf', 'application/pdf', 'inline', false],
    ['APPLICATION/PDF; version=1.7', 'application/pdf', 'inline', false],
    ['image/webp', 'image/webp', 'inline', true],
    ['text/plain', 'text/plain; charset=utf-8', 'inline', true],
    ['text/csv', 'text/csv; charset=utf-8', 'attachment', true],
    ['text/html', 'text/html; charset=utf-8', 'attachment', true],
    ['image/svg+xml', 'image/svg+xml', 'attachment', true],
    ['application/xhtml+xml', 'application/xhtml+xml', 'attachment', true],
    ['text/javascript', 'text/javascript; charset=utf-8', 'attachment', true],
    ['application/zip', 'application/zip', 'attachment', true],
    ['', 'application/octet-stream', 'attachment', true],
    ['pdf', 'application/octet-stream', 'attachment', true],
    ['text/html\r\nSet-Cookie: a=b', 'application/octet-stream', 'attachment', true],
    ['image/svg+xml, text/html', 'application/octet-stream', 'attachment', true],
  ])('%j is served as %j, %s', (stored, contentType, disposition, sandbox) => {
    expect(presentationOf(stored)).toEqual({ contentType, disposition, sandbox });
  });
});
