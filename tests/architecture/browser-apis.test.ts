/** What runs in browsers uses nothing that the oldest of them lacks. The build lowers the syntax for them (vite.config.ts), but adds no function. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './tree.ts';

/** Functions that one may write today, and the first Firefox and Safari that have them. */
const TOO_NEW: readonly (readonly [call: RegExp, browsers: string])[] = [
  [/\bURL\.parse\(/, 'Firefox 126, Safari 18: use parseUrl of shared/routes/url.ts'],
  [/\bPromise\.try\(/, 'Firefox 134, Safari 18.2'],
  [/\bRegExp\.escape\(/, 'Firefox 134, Safari 18.2'],
  [/\bIterator\.from\(/, 'Firefox 131, Safari 18.4'],
];

test('client and shared call no function that is newer than the browsers of the site', async () => {
  const sources = (await sourceFiles()).filter((file) => !file.startsWith('server/'));
  const found: string[] = [];
  for (const file of sources) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [call, browsers] of TOO_NEW) if (call.test(text)) found.push(`${file}: ${call.source}, which needs ${browsers}`);
  }
  expect(found).toEqual([]);
});
