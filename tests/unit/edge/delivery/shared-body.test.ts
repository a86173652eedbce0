import { describe, expect, test } from 'vitest';
import { type BodyReader, SharedBody } from '../../../../server/edge/delivery/shared-body.ts';

interface Recorder extends BodyReader {
  readonly seen: string[];
  takes: boolean;
}

function recorder(takes = true): Recorder {
  const seen: string[] = [];
  const self: Recorder = {
    seen,
    takes,
    data: (chunk) => {
      seen.push(chunk.toString().slice(0, 5));
      return self.takes;
    },
    end: () => seen.push('end'),
    fail: () => seen.push('fail'),
  };
  return self;
}

const large = Buffer.alloc(300 * 1024, 'x');

describe('a shared body', () => {
  test('gives each reader all bytes at its own pace', () => {
    const body = new SharedBody(true, () => undefined);
    const quick = recorder();
    const slow = recorder(false);
    body.read(quick);
    const reading = body.read(slow);
    body.append(Buffer.from('a'));
    body.append(Buffer.from('b'));
    const late = recorder();
    body.read(late);
    body.end([]);
    expect([quick.seen, late.seen, slow.seen]).toEqual([['a', 'b', 'end'], ['a', 'b', 'end'], ['a']]);
    slow.takes = true;
    reading.resume();
    expect(slow.seen).toEqual(['a', 'b', 'end']);
  });

  test('asks the source to wait for the slowest reader when it is not retained', () => {
    let room = 0;
    const body = new SharedBody(true, () => {
      room += 1;
    });
    const slow = recorder(false);
    const reading = body.read(slow);
    body.stopRetaining();
    expect(body.append(Buffer.from('first'))).toBe(true);
    expect(body.append(large)).toBe(false);
    reading.resume();
    expect([room, body.bufferedBytes]).toEqual([1, 0]);
  });

  test('never asks the source to wait while it is retained', () => {
    const body = new SharedBody(true, () => undefined);
    body.read(recorder(false));
    expect(body.append(large)).toBe(true);
    expect(body.append(large)).toBe(true);
  });

  test('buffers bytes for its first reader and asks the source to wait for it', () => {
    const body = new SharedBody(true, () => undefined);
    body.stopRetaining();
    expect(body.append(large)).toBe(false);
    const first = recorder();
    body.read(first);
    body.end([]);
    expect(first.seen).toEqual(['xxxxx', 'end']);
  });

  test('does not wait for a reader that has left', () => {
    let room = 0;
    const body = new SharedBody(false, () => {
      room += 1;
    });
    body.read(recorder());
    const stuck = body.read(recorder(false));
    body.append(Buffer.from('first'));
    expect(body.append(large)).toBe(false);
    stuck.leave();
    expect(room).toBe(1);
  });

  test('reports a failure after the bytes before it', () => {
    const body = new SharedBody(true, () => undefined);
    const reader = recorder();
    body.read(reader);
    body.append(Buffer.from('a'));
    body.fail(new Error('cut'));
    body.end([]);
    expect(reader.seen).toEqual(['a', 'fail']);
    expect(body.complete()).toBeNull();
  });

  test('refuses a reader after the first bytes have been dropped', () => {
    const body = new SharedBody(false, () => undefined);
    body.read(recorder());
    body.append(Buffer.from('gone'));
    expect(() => body.read(recorder())).toThrow(/first bytes of this body have been dropped/);
  });

  test('is complete in one buffer once it has ended, and only while it is retained', () => {
    const [one, several, dropped] = Array.from({ length: 3 }, () => new SharedBody(true, () => undefined));
    const chunk = Buffer.from('ab');
    one?.append(chunk);
    for (const text of ['ab', 'cd']) several?.append(Buffer.from(text));
    expect([one?.complete(), several?.bufferedBytes]).toEqual([null, 4]);
    dropped?.stopRetaining();
    for (const body of [one, several, dropped]) body?.end([]);
    expect([one?.complete(), several?.complete()?.toString(), dropped?.complete()]).toEqual([chunk, 'abcd', null]);
    expect(new SharedBody(true, () => undefined).complete()).toBeNull();
  });

  test('gives the trailers to each reader, also to one that comes after the end', () => {
    const body = new SharedBody(true, () => undefined);
    const ends: (readonly string[])[] = [];
    const reader = (): BodyReader => ({ ...recorder(), end: (trailers) => ends.push(trailers) });
    body.read(reader());
    body.end(['X-Sum', '1']);
    body.fail(new Error('late'));
    body.read(reader());
    expect(ends).toEqual([
      ['X-Sum', '1'],
      ['X-Sum', '1'],
    ]);
  });

  test('is retained again while nothing has been dropped', () => {
    const body = new SharedBody(true, () => undefined);
    body.append(Buffer.from('a'));
    body.stopRetaining();
    body.retainAgain();
    expect(body.isRetained).toBe(true);
    body.read(recorder());
    body.stopRetaining();
    expect(body.bufferedBytes).toBe(0);
    body.retainAgain();
    expect(body.isRetained).toBe(false);
  });

  test('lets the source go on as soon as 256 KiB or less wait for a reader', () => {
    let room = 0;
    const body = new SharedBody(false, () => (room += 1));
    const slow = recorder(false);
    const reading = body.read(slow);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    // The first chunk is taken; the reader waits before the second.
    expect(Array.from({ length: 6 }, () => body.append(chunk))).toEqual([true, true, true, true, true, false]);
    reading.resume();
    expect([room, body.bufferedBytes]).toEqual([1, 4 * chunk.byteLength]);
    reading.resume();
    expect([room, body.bufferedBytes]).toEqual([1, 3 * chunk.byteLength]);
  });

  test('tells nothing to a reader that has left', () => {
    const body = new SharedBody(true, () => undefined);
    const gone = recorder();
    const reading = body.read(gone);
    reading.leave();
    body.append(Buffer.from('a'));
    body.end([]);
    reading.resume();
    expect(gone.seen).toEqual([]);
  });
});
