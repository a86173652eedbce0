import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStorageHead } from '../../server/backend/nhost/storage-response-head.ts';
import { contentDisposition } from '../../server/http/content-disposition.ts';

// RFC 6266 §4.1 with the attr-char of RFC 8187 §3.2.1.
const FIELD =
  /^(?:inline|attachment); filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"(?:; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+)?$/;

// Marks that stand alone, and letters that are a slash, a dot or a quotation mark under another form.
const odd = fc.constantFrom('\u0301', '\u0816', '\uff0f', '\u2100', '\uff3c', '\uff0e', '\u2026', '\uff02', '\uff05', '.', ' ', 'a');
const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5_000 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: odd, maxLength: 5 }),
);

describe('the name of a file', () => {
  it('is a sound field, whatever it holds, and names no path', () => {
    fc.assert(
      fc.property(names, (name) => {
        const field = contentDisposition('inline', name);
        expect(field).toMatch(FIELD);
        expect(field.length).toBeLessThan(4_096);
        const exact = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(field)?.[1] ?? '');
        const plain = /filename="([^"]*)"/.exec(field)?.[1];
        for (const shown of [exact, plain]) expect(shown).not.toMatch(/[/\\]|^\.|[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it('goes through a storage and comes out the same', () => {
    const plain = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).filter((name) => name.isWellFormed());
    fc.assert(
      fc.property(plain, (name) => {
        const escaped = encodeURIComponent(name).replaceAll('%20', '+');
        const headers = { 'content-disposition': `inline; filename="${escaped}"` };
        expect(readStorageHead(200, headers, { ranged: false, now: 0 })).toMatchObject({ metadata: { name } });
      }),
    );
  });

  it('never makes a head unreadable', () => {
    const field = fc.option(fc.string({ unit: 'binary', maxLength: 200 }), { nil: undefined });
    const heads = fc.record({
      'content-disposition': field,
      'content-type': field,
      'content-length': field,
      'content-range': field,
      'last-modified': field,
      etag: field,
    });
    fc.assert(
      fc.property(heads, fc.integer({ min: 100, max: 599 }), fc.boolean(), (headers, status, ranged) => {
        const head = readStorageHead(status, headers, { ranged, now: 0 });
        expect(['whole', 'part', 'absent', 'rangeRefused', 'unusable']).toContain(head.kind);
      }),
    );
  });
});
