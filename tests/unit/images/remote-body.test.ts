import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_REMOTE_BYTES, readBody } from '../../../server/images/remote/body.ts';

/** A response that has `body` and does not end: what is left of it stays open until somebody destroys it. */
function response(body: Uint8Array, headers: Readonly<Record<string, string>> = {}, ends = false): IncomingMessage {
  const stream = new Readable({ read: () => undefined, autoDestroy: false });
  stream.push(body);
  if (ends) stream.push(null);
  return Object.assign(stream, { headers, rawHeaders: Object.entries(headers).flat() }) as unknown as IncomingMessage;
}

describe('the body of a remote response', () => {
  it.each([
    ['as it is', Buffer.from('bytes'), {}],
    ['without its coding', gzipSync('bytes'), { 'content-encoding': 'gzip' }],
    ['that says what it is not coded with', Buffer.from('bytes'), { 'content-encoding': 'identity' }],
  ])('is read whole, %s', async (_case, body, headers) => {
    expect(String(await readBody(response(body, headers, true)))).toBe('bytes');
  });

  it.each([
    ['announces too many bytes', { 'Content-Length': String(MAX_REMOTE_BYTES + 1) }, 'IMAGE_SOURCE_TOO_LARGE'],
    ['has an unknown coding', { 'content-encoding': 'lzma' }, 'IMAGE_SOURCE_FAILED'],
    ['has two codings', { 'content-encoding': 'gzip, br' }, 'IMAGE_SOURCE_FAILED'],
  ])('is refused where it %s, and its connection is let go', async (_case, headers, code) => {
    const answer = response(Buffer.from('bytes'), headers);
    await expect(readBody(answer)).rejects.toMatchObject({ code });
    expect(answer.destroyed).toBe(true);
  });

  it('is refused where it does not arrive whole', async () => {
    const answer = response(Buffer.from('bytes'));
    const reading = readBody(answer);
    answer.destroy(new Error('reset'));
    await expect(reading).rejects.toMatchObject({ code: 'IMAGE_SOURCE_FAILED' });
  });
});
