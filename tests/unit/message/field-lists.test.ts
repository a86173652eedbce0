/** Lists with quotes in them, good and broken: what one member does wrong must not hide the next. */
import { describe, expect, test } from 'vitest';
import { parseDirectives } from '../../../server/message/cache-control.ts';
import { splitList, splitTags } from '../../../server/message/field-lines.ts';
import { isNotModified } from '../../../server/message/preconditions.ts';
import { responseDirectives } from '../../../server/message/response-directives.ts';

describe('a list', () => {
  test.each<[string, readonly string[]]>([
    ['a, b="c, d", e', ['a', 'b="c, d"', 'e']],
    [String.raw`a="x\", y", b`, [String.raw`a="x\", y"`, 'b']],
    // The quote never ends: from the member that it is in, each comma counts.
    ['max-age=60, ext="abc, private', ['max-age=60', 'ext="abc', 'private']],
    ['a="b", c="d, e="f", g', ['a="b"', 'c="d', 'e="f"', 'g']],
    ['a="b\\', ['a="b\\']],
    ['"', ['"']],
    [', ,a,,', ['a']],
  ])('%s is split at the commas that are not quoted (RFC 9110 §5.6.1)', (text, members) => {
    expect(splitList(text)).toEqual(members);
  });
});

describe('a list of entity tags', () => {
  test.each<[string, readonly string[]]>([
    [String.raw`"a\", "b"`, [String.raw`"a\"`, '"b"']],
    [String.raw`W/"\", "\\", "c,d"`, [String.raw`W/"\"`, String.raw`"\\"`, '"c,d"']],
    ['abc, "d"', ['abc', '"d"']],
    ['"a, "b"', ['"a', '"b"']],
  ])('%s has no escapes (RFC 9110 §8.8.3)', (text, tags) => {
    expect(splitTags(text)).toEqual(tags);
  });
});

describe('directives', () => {
  test.each([
    ['an open quote before it in its line', ['max-age=60, ext="abc, private']],
    ['an open quote in the line before', ['max-age=60, ext="abc', 'private']],
    ['quotes that are open in the lines around', ['max-age=60, ext="abc', 'private, foo="']],
    ['an escape at the end of the line before', ['max-age=60, ext="abc\\', 'private']],
  ])('private counts after %s', (_what, lines) => {
    expect(
      responseDirectives(
        lines.flatMap((line) => ['Cache-Control', line]),
        [],
      ),
    ).toMatchObject({ private: 'all', maxAge: 60 });
  });

  test('directives of all lines count', () => {
    expect([...parseDirectives(['max-age=1, public', 'MAX-AGE="2"'])]).toEqual([
      ['max-age', ['1', '2']],
      ['public', [null]],
    ]);
  });
});

test('a tag that ends in a backslash does not hide the next tag of the list', () => {
  const request = { ifNoneMatch: String.raw`"a\", "b"`, ifModifiedSince: null };
  expect(isNotModified(request, { etag: '"b"', lastModified: null }, null, 0)).toBe(true);
});
