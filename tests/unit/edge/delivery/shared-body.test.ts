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
});
