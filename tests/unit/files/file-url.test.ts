import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileIdFromPath, fileUrl } from '../../../shared/files/file-url.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('fileUrl and fileIdFromPath', () => {
  it('are inverse to each other', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(fileIdFromPath(fileUrl(id))).toBe(id);
      }),
    );
  });

  it('know the path of the storage service', () => {
    expect(fileIdFromPath(`/v1/files/${ID}`)).toBe(ID);
  });

  it('read an id in capitals as the same file', () => {
    expect(fileIdFromPath(`/nhostprovider/${ID.toUpperCase()}`)).toBe(ID);
    expect(fileUrl(ID.toUpperCase())).toBe(`/nhostprovider/${ID}`);
  });

  it.each([
    `/nhostprovider/${ID}/`,
    `/nhostprovider/${ID}?v=1`,
    `/nhostprovider//${ID}`,
    `/nhostprovider/{${ID}}`,
    `/nhostprovider/%20${ID}`,
    `/nhostprovider/${ID}%00`,
    `/nhostprovider/${ID}/presignedurl`,
    `/nhostprovider/${ID.replace('-', '')}`,
    `https://example.org/nhostprovider/${ID}`,
    '/nhostprovider/',
    '/nhostprovider/..%2f..%2fv1%2fgraphql',
  ])('refuse %s', (path) => {
    expect(fileIdFromPath(path)).toBeNull();
  });
});
