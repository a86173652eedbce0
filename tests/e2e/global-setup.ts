import type { TestProject } from 'vitest/node';
import { build, isBuilt } from '../../server/tooling/build.ts';
import { startSite } from '../support/site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
  }
}

/** Builds when needed and runs one site with demonstration content for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!(await isBuilt(process.cwd()))) await build(process.cwd());
  const site = await startSite();
  project.provide('siteUrl', site.url);
  return () => site.stop();
}
