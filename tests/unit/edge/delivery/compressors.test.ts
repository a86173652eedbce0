/** The levels of compression: what is made once for many hits is smaller than what is made at once. */
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync, zstdCompress } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BEST, QUICK, STREAMING } from '../../../../server/edge/delivery/compressors.ts';

/** Text with repetitions that only a longer search finds. */
const TEXT = Buffer.from(
  Array.from({ length: 4_000 }, (_, index) => `ata ${(index * 7_919) % 997} da reunião ${(index * 104_729) % 1_009}`).join('\n'),
);

const brotli = (quality: number, hint = TEXT.byteLength): Buffer =>
  brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: hint } });
// In the thread pool it makes other bytes than at once.
const zstd = (level: number): Promise<Buffer> => promisify(zstdCompress)(TEXT, { params: { [constants.ZSTD_c_compressionLevel]: level } });

describe('stored bodies', () => {
  test('are made as small as is worth it', async () => {
    expect(await BEST.br(TEXT)).toEqual(brotli(10));
    expect(await BEST.gzip(TEXT)).toEqual(gzipSync(TEXT, { level: 9 }));
    expect(await BEST.zstd(TEXT)).toEqual(await zstd(9));
  });

  test('are made quickly at first', async () => {
    expect(await QUICK.br(TEXT)).toEqual(brotli(5));
    expect(await QUICK.gzip(TEXT)).toEqual(gzipSync(TEXT, { level: 1 }));
    expect(await QUICK.zstd(TEXT)).toEqual(await zstd(3));
  });

  test.each(['br', 'gzip', 'zstd'] as const)('are smaller in the best encoding of %s than in the quick one', async (coding) => {
    expect((await BEST[coding](TEXT)).byteLength).toBeLessThan((await QUICK[coding](TEXT)).byteLength);
  });
});

test('streamed bodies are made at levels that keep up with a render', async () => {
  const streamed = (coding: keyof typeof STREAMING): Promise<Buffer> => {
    const stream = STREAMING[coding]();
    stream.end(TEXT);
    return buffer(stream);
  };
  expect((await streamed('br')).byteLength).toBe(brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).byteLength);
  expect(await streamed('gzip')).toEqual(gzipSync(TEXT, { level: 6 }));
  expect((await streamed('zstd')).byteLength).toBeGreaterThan((await zstd(9)).byteLength);
});
