/** The administration across a release: a form that was open before it asks the new build for files of the old one. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { otherBuild } from '../../support/replicas/other-build.ts';
import { startSite } from '../../support/site.ts';

const ASSETS = 'dist/admin/assets';

test('files of the administration that an earlier build named are answered by the next one', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'portal-'));
  const release = await otherBuild();
  try {
    const before = await startSite({ dataDirectory, copyOf: inject('loadedDataDirectory') });
    await before.stop();
    const own = new Set(await readdir(path.join(release.root, ASSETS)));
    const earlier = (await readdir(ASSETS)).filter((name) => !own.has(name));
    expect(earlier.filter((name) => name.endsWith('.js'))).not.toEqual([]);
    const after = await startSite({ dataDirectory, root: release.root });
    try {
      const statuses = await Promise.all(
        [...earlier, ...own, 'main-00000000.js'].map(async (name) => [name, (await fetch(`${after.url}/assets/${name}`)).status]),
      );
      expect(statuses).toEqual([...[...earlier, ...own].map((name) => [name, 200]), ['main-00000000.js', 404]]);
    } finally {
      await after.stop();
    }
  } finally {
    await Promise.all([release.remove(), rm(dataDirectory, { recursive: true, force: true })]);
  }
});
