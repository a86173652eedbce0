/** No file of the repository holds a secret in a form that its issuer gives it. Secrets without a form (passwords) are not found here. */
import { execFileSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './tree.ts';

/** Each with the parts of an example; joined, they would be found in this file. */
const FORMS: readonly { readonly name: string; readonly form: RegExp; readonly example: readonly [string, string] }[] = [
  {
    name: 'private key',
    form: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}/,
    example: ['-----BEGIN PRIVATE', ` KEY-----\n${'A'.repeat(64)}`],
  },
  { name: 'key of AWS', form: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, example: ['AKIA', 'ABCDEFGHIJKLMNOP'] },
  { name: 'token of GitHub', form: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,})/, example: ['ghp_', 'a'.repeat(36)] },
  { name: 'token of npm', form: /\bnpm_[A-Za-z0-9]{36}\b/, example: ['npm_', 'a'.repeat(36)] },
  { name: 'token of Slack', form: /\bxox[abprs]-[A-Za-z0-9-]{20,}/, example: ['xoxb-', '1'.repeat(24)] },
  { name: 'key of Google', form: /\bAIza[\w-]{35}\b/, example: ['AIza', 'a'.repeat(35)] },
  { name: 'key of Stripe', form: /\b[rs]k_live_[A-Za-z0-9]{20,}/, example: ['sk_live_', 'a'.repeat(24)] },
  {
    name: 'signed token',
    form: /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{40,}/,
    example: [`eyJ${'a'.repeat(20)}.eyJ${'a'.repeat(20)}`, `.${'a'.repeat(43)}`],
  },
];

/** Larger files are pictures and lists of words. */
const LARGEST = 2 ** 20;

test('the forms are found', () => {
  for (const { form, example } of FORMS) expect(form.test(example.join(''))).toBe(true);
});

test('no tracked file holds one', async () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  expect(files.length).toBeGreaterThan(1_000);
  const found: string[] = [];
  for (const file of files) {
    const place = path.join(ROOT, file);
    // A file may be deleted and not yet committed.
    const size = await stat(place).then(
      (entry) => entry.size,
      () => LARGEST,
    );
    if (size >= LARGEST) continue;
    const text = await readFile(place, 'latin1');
    for (const { name, form } of FORMS) if (form.test(text)) found.push(`${file}: ${name}`);
  }
  expect(found).toEqual([]);
});

test('no file of the environment is tracked but the example', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--', '.env*', '**/.env*'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  expect(files).toEqual(['.env.example']);
});
