/** Writes what axe found on the pages of the walk into the site's statement of accessibility. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const RECORD = 'shared/content/last-audit.ts';

/** `violations` has the number of each page. */
export async function writeAudit(violations: readonly number[]): Promise<void> {
  const { version } = createRequire(import.meta.url)('axe-core/package.json') as { readonly version: string };
  const values = {
    day: `'${new Date().toISOString().slice(0, 10)}'`,
    tool: `'axe-core ${version}'`,
    pages: violations.length,
    violations: violations.reduce((sum, count) => sum + count, 0),
  };
  const fields = Object.entries(values).map(([name, value]) => `  ${name}: ${value},\n`);
  const source = await readFile(RECORD, 'utf8');
  await writeFile(RECORD, source.replace(/(LAST_AUDIT: AccessibilityAudit = \{\n)[^}]*\}/, `$1${fields.join('')}}`));
}
