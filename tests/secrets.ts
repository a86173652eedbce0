/**
 * `node tests/secrets.ts`: no tracked file holds a secret in a form that its issuer gives it, by the rules of secretlint, and no file of the
 * environment is tracked but the example. Secrets without a form are not found.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const PRESET = { id: '@secretlint/secretlint-rule-preset-recommend', rule: creator };

/** Tests connect to servers that they start themselves, by names and passwords that they make up. */
const MADE_UP_IN_TESTS = new Set(['PostgreSQLConnection', 'MySQLConnection', 'BasicAuth']);

/** Larger files are pictures and lists of words. */
const LARGEST = 2 ** 20;

/** Joined here, or they would be found in this file. Each must be found in a file of the server. */
const EXAMPLES = [
  ['ghp_', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'],
  ['-----BEGIN RSA PRIVATE', ` KEY-----\n${'MIIBOgIBAAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf'.repeat(3)}\n-----END RSA PRIVATE`, ' KEY-----'],
  ['postgres://site:S3nh4-da-casa', '@banco.exemplo.org:5432/site'],
];

/** Returns where a text has secrets and of which kind, without the secrets. */
async function secretsOf(filePath: string, content: string): Promise<readonly string[]> {
  const { messages } = await lintSource({
    source: { filePath, content, ext: path.extname(filePath), contentType: 'text' },
    options: { config: { rules: [PRESET] }, noPhysicFilePath: true, maskSecrets: true },
  });
  const isMadeUp = (id: string): boolean => filePath.startsWith('tests/') && MADE_UP_IN_TESTS.has(id);
  return messages.filter(({ messageId }) => !isMadeUp(messageId)).map(({ loc, messageId }) => `${filePath}:${loc.start.line} ${messageId}`);
}

/** The text of a file; empty for one that is deleted and not yet committed, and for pictures and fonts, which have bytes that no text has. */
function textOf(file: string): string {
  if (!existsSync(file) || statSync(file).size >= LARGEST) return '';
  const text = readFileSync(file, 'utf8');
  return text.includes('\0') ? '' : text;
}

const faults: string[] = [];
for (const parts of EXAMPLES) {
  if ((await secretsOf('server/example.ts', parts.join(''))).length !== 1)
    faults.push(`not found: an example that begins with ${parts[0]}`);
}
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
for (const file of files) {
  if (path.basename(file).startsWith('.env') && file !== '.env.example') faults.push(`${file}: a file of the environment is tracked`);
  faults.push(...(await secretsOf(file, textOf(file))));
}
writeSync(1, [...faults, `${files.length} files read, ${faults.length} faults`, ''].join('\n'));
// secretlint measures itself, and would add up its measurements for minutes before the process ends by itself.
process.exit(faults.length > 0 ? 1 : 0);
