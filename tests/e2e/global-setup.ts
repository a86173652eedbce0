import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { isBuilt } from '../../server/tooling/is-built.ts';
import { startSite } from '../support/site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
  }
}

/** Builds when needed and runs one site with demonstration content for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // In a process of its own, as the commands do it: the test runner's environment is not a build's.
  if (!(await isBuilt(process.cwd()))) execFileSync(process.execPath, ['server/tooling/build.ts'], { stdio: 'inherit' });
  const site = await startSite();
  project.provide('siteUrl', site.url);
  return () => site.stop();
}
