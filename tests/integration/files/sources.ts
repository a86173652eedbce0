import { Readable } from 'node:stream';

export interface CountingSource {
  readonly source: Readable;
  readonly produced: () => number;
}

/** A source of `size` bytes that gives them as fast as it is asked, and counts what it gave. */
export function countingSource(size: number): CountingSource {
  const chunk = Buffer.alloc(64 * 1024);
  let produced = 0;
  const source = new Readable({
    read() {
      const left = size - produced;
      produced += Math.min(left, chunk.length);
      this.push(left > 0 ? chunk.subarray(0, left) : null);
    },
  });
  return { source, produced: () => produced };
}

/** Like `once(source, 'close')`, which would reject with the error that an aborted source reports. */
export function closeOf(source: Readable): Promise<void> {
  return new Promise((resolve) => source.once('error', () => undefined).once('close', resolve));
}
