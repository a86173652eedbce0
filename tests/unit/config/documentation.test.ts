import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { VARIABLES_DOCUMENTS, withVariables } from '../../../server/tooling/variables.ts';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import { SUBSCRIBE_CONFIRM_PATH, UNSUBSCRIBE_PATH } from '../../../shared/readers/email-subscription.ts';
import { PASSWORD_LINK_PATH } from '../../../shared/session/session-address.ts';

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

  test('README tells nginx to log no address of a link that an e-mail has, and nothing of cases', async () => {
    const [, map = ''] = /^map \$uri \$is_logged \{.*\n([^}]*)\}/m.exec(await readFile('README.md', 'utf8')) ?? [];
    const unlogged = Array.from(map.matchAll(/^ *~(\S+) 0;/gm), ([, form = '']) => new RegExp(form));
    const isLogged = (path: string): boolean => !unlogged.some((form) => form.test(path));
    const paths = [
      TRACKING_PATH,
      `${PASSWORD_LINK_PATH}/x`,
      `${SUBSCRIBE_CONFIRM_PATH}/x`,
      `${UNSUBSCRIBE_PATH}/x`,
      PASSWORD_LINK_PATH,
      '/',
    ];
    expect(paths.map(isLogged)).toEqual([false, false, false, false, true, true]);
  });

  test('.env.example ends with the variables of compose.yaml alone', async () => {
    const [, ofCompose = ''] = (await readFile('.env.example', 'utf8')).split('# Of compose.yaml alone');
    expect(ofCompose.split('\n').filter((line) => line.startsWith('#'))).toEqual(['#POSTGRES_PASSWORD=', '#VERSION=local']);
  });

  test('refuses a text that does not say where its variables stand', () => {
    for (const document of VARIABLES_DOCUMENTS) expect(() => withVariables('', document)).toThrow(document.file);
  });
});
