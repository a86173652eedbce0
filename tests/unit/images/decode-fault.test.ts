import { expect, test } from 'vitest';
import { decodeFault } from '../../../server/images/decoder/transform.ts';

test.each([
  ['timeout: 24% complete', 'BACKEND_TIMEOUT'],
  // What libheif says of an AVIF that it reads and reads.
  [
    'source: bad seek to 18373841\nsource: bad seek to 18373823\ntimeout: 24% complete\nVipsImage: killed for image "temp',
    'BACKEND_TIMEOUT',
  ],
  ['VipsJpeg: premature end of JPEG image', 'IMAGE_UNREADABLE'],
  ['pngload_buffer: a comment that says timeout: 24% complete', 'IMAGE_UNREADABLE'],
])('%j is %s', (message, code) => {
  expect(decodeFault(new Error(message))).toMatchObject({ code });
});

test('answers IMAGE_UNREADABLE without detail for a thrown value that is not an error', () => {
  expect(decodeFault('x')).toMatchObject({ code: 'IMAGE_UNREADABLE', detail: 'unknown' });
});
