import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createFileBuffer } from '../../../../server/http/forms/buffered-files.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

/** A folder that notes what it takes. */
function noted(): { readonly spool: Parameters<typeof createFileBuffer>[0]; readonly taken: string[] } {
  const taken: string[] = [];
  const spool = {
    async receive(content: Readable) {
      const bytes = await buffer(content);
      taken.push(bytes.toString());
      return {
        path: 'pasta',
        size: bytes.length,
        sha256: '',
        head: bytes,
        open: () => Readable.from([bytes]),
        discard: async () => undefined,
      };
    },
  };
  return { spool, taken };
}

const pieces = (...texts: readonly string[]): Readable => Readable.from(texts.map((text) => Buffer.from(text)));

test('holds a small file in memory, with its digest and its first bytes', async () => {
  const { spool, taken } = noted();
  const file = await createFileBuffer(spool).receive(pieces('ano;', 'valor'));
  expect(taken).toEqual([]);
  const sha256 = createHash('sha256').update('ano;valor').digest('hex');
  expect(file).toMatchObject({ size: 9, sha256 });
  expect(Buffer.from(file.head).toString()).toBe('ano;valor');
  expect((await buffer(file.open())).toString()).toBe('ano;valor');
});

test('hands a larger file to the folder from its first byte', async () => {
  const { spool, taken } = noted();
  const file = await createFileBuffer(spool, { each: 4, all: 100 }).receive(pieces('abc', 'def', 'ghi'));
  expect([taken, file.size]).toEqual([['abcdefghi'], 9]);
});

test('hands files to the folder while others take all that may be held, until they are discarded', async () => {
  const { spool, taken } = noted();
  const holder = createFileBuffer(spool, { each: 4, all: 6 });
  const first = await holder.receive(pieces('aaaa'));
  await holder.receive(pieces('bbbb'));
  expect(taken).toEqual(['bbbb']);
  await first.discard();
  await first.discard();
  await holder.receive(pieces('cccc'));
  await holder.receive(pieces('dddd'));
  expect(taken).toEqual(['bbbb', 'dddd']);
});

test('holds nothing of a stream that breaks or that the folder does not take, and destroys it', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('aaa');
      throw new Error('cut');
    })(),
  );
  const full = { receive: () => Promise.reject(new AppError('NO_SPACE')) };
  const holder = createFileBuffer(full, { each: 3, all: 3 });
  await expect(holder.receive(broken)).rejects.toThrow('cut');
  const large = pieces('aaaa');
  await expect(holder.receive(large)).rejects.toMatchObject({ code: 'NO_SPACE' });
  expect(large.destroyed).toBe(true);
  expect((await holder.receive(pieces('bbb'))).size).toBe(3);
});
