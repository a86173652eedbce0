/** What runs in browsers uses nothing that the oldest of them lacks. The build lowers the syntax for them (vite.config.ts), but adds no function. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './tree.ts';

/** What one may write today, and why not here: the first browsers that have it are newer than those of decision 0152. */
const TOO_NEW: readonly (readonly [use: RegExp, browsers: string])[] = [
  [/\(\?<[=!]/, 'Safari 16.4: match the character before, too'],
  [/\.(?:is|to)WellFormed\(/, 'Chrome 111, Safari 16.4, Firefox 119: replace \\p{Surrogate}'],
  [/\.to(?:Sorted|Reversed|Spliced)\(/, 'Chrome 110, Safari 16: copy the list'],
  [/\bAbortSignal\.(?:any|timeout)\(/, 'Chrome 116, Safari 17.4, Firefox 124: deadlineSignal of shared/time/timers.ts'],
  [/\b(?:Map|Object)\.groupBy\(/, 'Chrome 117, Safari 17.4, Firefox 119: grouped of shared/platform/grouped.ts'],
  [/\bPromise\.withResolvers\b/, 'Chrome 119, Safari 17.4, Firefox 121'],
  [/\bURL\.(?:parse|canParse)\(/, 'Chrome 120, Safari 17: parseUrl of shared/platform/substitutes.ts'],
  [/\b(?:query|search|params|searchParams)\.size\b/i, 'Chrome 113, Safari 17: withMark of shared/platform/substitutes.ts'],
  [/\bArray\.fromAsync\(/, 'Chrome 121, Safari 16.4'],
  [/\.(?:union|intersection|difference|isSubsetOf|isSupersetOf|isDisjointFrom)\((?!\[)/, 'Chrome 122, Safari 17, Firefox 127'],
  [/\.(?:values|keys|entries)\(\)\.(?:map|filter|flatMap|find|some|every|reduce|take|toArray)\(/, 'Chrome 122, Safari 18.4, Firefox 131'],
  [/\b(?:Promise\.try|RegExp\.escape|Iterator\.from)\(/, 'Firefox 131, Safari 18.2'],
];

test('client and shared use nothing that is newer than the oldest browsers of the site', async () => {
  const sources = (await sourceFiles()).filter((file) => !file.startsWith('server/'));
  const found: string[] = [];
  for (const file of sources) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [use, browsers] of TOO_NEW) if (use.test(text)) found.push(`${file}: ${use.source}, which needs ${browsers}`);
  }
  expect(found).toEqual([]);
});
