import { expect, it } from 'vitest';
import { ALL_DIGESTS, CONTENT_DIGESTS } from '../../../server/message/digest-fields.ts';

it.each([
  ['content-digest', true],
  ['content-md5', true],
  ['repr-digest', false],
  ['digest', false],
])('%s is a digest; of the content of one message: %s (RFC 9530)', (name, ofContent) => {
  expect([ALL_DIGESTS.has(name), CONTENT_DIGESTS.has(name)]).toEqual([true, ofContent]);
});

it.each(['etag', 'want-content-digest', 'content-length'])('%s is no digest', (name) => {
  expect([ALL_DIGESTS.has(name), CONTENT_DIGESTS.has(name)]).toEqual([false, false]);
});
