import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Caller, StoredFile } from '../../../server/backend/backend.ts';
import { type FileCache, knownFiles } from '../../../server/images/known-files.ts';
import { createGroupedCache } from '../../../server/memory/grouped-cache.ts';
import { fileGroups } from '../../../shared/cache/groups.ts';

const ID = '00000000-0000-4000-8000-000000000001';

const DESCRIBED = { id: ID, name: 'foto.jpg', mimeType: 'image/jpeg', size: 2, etag: '"1"', updatedAt: null };

/** A backend that counts how often it is asked for a file. */
function setUp(open: () => Readable = () => Readable.from([Buffer.from('ab')])) {
  const asked: string[] = [];
  let stored: StoredFile | null = { ...DESCRIBED, open };
  const cache: FileCache = createGroupedCache<StoredFile>({
    maxBytes: 100_000,
    freshForMs: 60_000,
    boundary: () => undefined,
    now: () => 0,
  });
  const file = async (id: string, { trust }: Caller): Promise<StoredFile | null> => {
    asked.push(`${id} ${trust}`);
    return stored;
  };
  return { asked, cache, find: knownFiles({ file }, cache), put: (next: StoredFile | null) => void (stored = next) };
}

describe('a file that the public may read', () => {
  it('is described by the backend once, until a purge names it', async () => {
    const { asked, cache, find } = setUp();
    const [one, other] = await Promise.all([find(ID), find(ID)]);
    expect([one, other]).toMatchObject([DESCRIBED, DESCRIBED]);
    expect(await find(ID)).toMatchObject(DESCRIBED);
    expect(asked).toEqual([`${ID} anonymous`]);
    cache.purge(['arquivo:00000000-0000-4000-8000-000000000002']);
    await find(ID);
    expect(asked).toHaveLength(1);
    for (const group of fileGroups(ID)) {
      cache.purge([group]);
      await find(ID);
    }
    expect(asked).toHaveLength(1 + fileGroups(ID).length);
  });

  it('is looked for each time while it is not there', async () => {
    const { asked, find, put } = setUp();
    put(null);
    expect([await find(ID), await find(ID)]).toEqual([null, null]);
    put({ ...DESCRIBED, open: () => Readable.from([]) });
    expect(await find(ID)).toMatchObject(DESCRIBED);
    expect(asked).toHaveLength(3);
  });

  it('is looked for again after its bytes could not be read', async () => {
    const { asked, find } = setUp(() => new Readable({ read: () => undefined }));
    const stream = (await find(ID))?.open();
    const failed = new Promise((resolve) => stream?.on('error', resolve));
    stream?.destroy(new Error('not those bytes any more'));
    await failed;
    await find(ID);
    expect(asked).toHaveLength(2);
  });

  it('is looked for again after the backend has failed', async () => {
    const { cache } = setUp();
    let failures = 0;
    const find = knownFiles({ file: async () => Promise.reject(new Error(`gone ${(failures += 1)}`)) }, cache);
    await expect(find(ID)).rejects.toThrow('gone 1');
    await expect(find(ID)).rejects.toThrow('gone 2');
  });
});
