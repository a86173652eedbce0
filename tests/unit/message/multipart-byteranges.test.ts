import { describe, expect, it } from 'vitest';
import { multipartByteranges, multipartFraming } from '../../../server/message/multipart-byteranges.ts';

const BODY = Buffer.from('0123456789');
const RANGES = [
  { first: 0, last: 1 },
  { first: 5, last: 9 },
];

describe('multipartByteranges', () => {
  it.each([
    ['text/plain', 'Content-Type: text/plain\r\n'],
    [null, ''],
  ])('writes each range with its place, and the media type %s (RFC 9110 section 14.6)', (type, line) => {
    const { contentType, bytes } = multipartByteranges(RANGES, 10, type, ({ first, last }) => BODY.subarray(first, last + 1));
    const boundary = /^multipart\/byteranges; boundary=([0-9a-f]{36})$/.exec(contentType)?.[1];
    expect(bytes.toString()).toBe(
      `--${boundary}\r\n${line}Content-Range: bytes 0-1/10\r\n\r\n01\r\n` +
        `--${boundary}\r\n${line}Content-Range: bytes 5-9/10\r\n\r\n56789\r\n` +
        `--${boundary}--\r\n`,
    );
  });

  it('takes another boundary for each body, so that none can be put into the content', () => {
    const boundary = (): string => multipartFraming(RANGES, 10, null).contentType;
    expect(boundary()).not.toBe(boundary());
  });
});

describe('multipartFraming', () => {
  it.each(['text/plain', 'text/plain; name="ação"', null])('counts the bytes of the body that multipartByteranges builds: %s', (type) => {
    const built = multipartByteranges(RANGES, 10, type, ({ first, last }) => BODY.subarray(first, last + 1));
    expect(multipartFraming(RANGES, 10, type).length).toBe(built.bytes.length);
  });
});
