import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { VARIABLES } from '../../../server/config-variables.ts';

describe('the documented configuration', () => {
  test('README has a row for each variable, in order, with its default and its meaning', async () => {
    const text = await readFile('README.md', 'utf8');
    const rows = [...text.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`)? ?\| (.*) \|$/gm)].map((found) => [
      found[1],
      found[2] ?? '',
      found[3],
    ]);
    expect(rows).toEqual(VARIABLES.map((variable) => [variable.name, variable.default, variable.meaning]));
  });

  test('.env.example names each variable, in order, with its default, below its meaning', async () => {
    const text = await readFile('.env.example', 'utf8');
    const [ofServer = '', ofCompose = ''] = text.split('# Of compose.yaml alone');
    const linesOf = (part: string): readonly string[] => part.split('\n').filter((line) => /^#[A-Z0-9_]+=/.test(line));
    expect(linesOf(ofServer)).toEqual(VARIABLES.map((variable) => `#${variable.name}=${variable.default}`));
    expect(linesOf(ofCompose)).toEqual(['#POSTGRES_PASSWORD=', '#VERSION=local']);
    for (const { name, meaning } of VARIABLES) expect(`\n${ofServer}`).toContain(`\n# ${meaning}\n#${name}=`);
  });
});
