import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { isBuilt } from '../../server/tooling/is-built.ts';
import { findBrowser } from '../support/browser.ts';
import { loadedDataDirectory } from '../support/loaded-site.ts';
import { startSite } from '../support/site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    /** A closed data directory with the demonstration, to be copied by a test that starts a site of its own. */
    loadedDataDirectory: string;
  }
}

/** Builds when needed, and runs one site with demonstration content for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // In a process of its own, as the commands do it: the test runner's environment is not a build's.
  if (!(await isBuilt(process.cwd()))) execFileSync(process.execPath, ['server/tooling/build.ts'], { stdio: 'inherit' });
  // The one of a package is unpacked before files start it beside each other.
  await findBrowser();
  const loaded = await loadedDataDirectory();
  const site = await startSite({ copyOf: loaded, environment: { WARM_UP: 'on' } });
  project.provide('siteUrl', site.url);
  project.provide('loadedDataDirectory', loaded);
  return () => site.stop();
}
