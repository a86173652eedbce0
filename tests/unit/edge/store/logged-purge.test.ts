/** Purges in the log that replicas share. During a deploy two versions of the site read one log, so what is written here stays readable. */
import { describe, expect, test } from 'vitest';
import { applyPurge, readMessage } from '../../../../server/edge/store/shared/logged-purge.ts';

/** As released versions write it: a change of this text needs a version that reads both before the one that writes the other. */
const RELEASED =
  '{"sender":"6d4a0d9c","number":7,"purges":[{"kind":"key","name":"/lai","mode":"hard"},{"kind":"group","name":"noticia","mode":"soft"},' +
  '{"kind":"group","name":"menu_item","mode":"refresh"},{"kind":"all","mode":"soft"}],"server":"c0ffee","begins":false}';

describe('an entry of the log', () => {
  test('an entry of a released version is read as it was meant', () => {
    const message = readMessage(RELEASED);
    expect(JSON.stringify(message)).toBe(RELEASED);
  });

  test('may have more than this version knows', () => {
    expect(readMessage(RELEASED.replace('{', '{"since":3,'))?.purges).toHaveLength(4);
  });

  test.each([
    ['a mode to come', '"hard"', '"archive"'],
    ['a kind to come', '"all"', '"prefix"'],
    ['no sender', '"sender"', '"from"'],
  ])('an entry with %s cannot be read, so that everything is purged in place of it', (_what, from, to) => {
    expect(readMessage(RELEASED.replace(from, to))).toBeNull();
  });
});

test('a purge of one address takes effect under the build of the replica that reads it', () => {
  const purged: string[] = [];
  const epochs = { purgeAll: () => undefined, purgeGroup: () => undefined, purgeKey: (key: string) => void purged.push(key) };
  for (const purge of readMessage(RELEASED)?.purges ?? []) applyPurge(purge, 'build2 ', epochs);
  expect(purged).toEqual(['build2 /lai']);
});
