import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { VARIABLES_DOCUMENTS, withVariables } from '../../../server/tooling/variables.ts';

describe('the documented configuration', () => {
  test.each(VARIABLES_DOCUMENTS)('$file has each variable: run `node server/tooling/variables.ts` after a change', async (document) => {
    const text = await readFile(document.file, 'utf8');
    expect(text).toBe(withVariables(text, document));
  });

  test('README has a row for each variable, and .env.example its default below its meaning', async () => {
    const readme = await readFile('README.md', 'utf8');
    expect(readme).toContain('\n| `PORT` | `3000` | Port to listen on. |\n');
    expect(readme).toContain('\n| `SITE_TITLE` |  | Title where the content has none. |\n');
    expect(await readFile('.env.example', 'utf8')).toContain('\n\n# Address to listen on.\n#HOST=0.0.0.0\n\n');
  });

  test('.env.example ends with the variables of compose.yaml alone', async () => {
    const [, ofCompose = ''] = (await readFile('.env.example', 'utf8')).split('# Of compose.yaml alone');
    expect(ofCompose.split('\n').filter((line) => line.startsWith('#'))).toEqual(['#POSTGRES_PASSWORD=', '#VERSION=local']);
  });

  test('refuses a text that does not say where its variables stand', () => {
    for (const document of VARIABLES_DOCUMENTS) expect(() => withVariables('', document)).toThrow(document.file);
  });
});
