/**
 * `npm run reencrypt-cases`: makes what an older `CASES_KEY` protects again with the one in use, and says whether the older one can be taken away. It
 * reads the same configuration as the servers, and runs beside them, except where their database is a directory.
 */
import { createCaseKeys } from './cases/case-keys.ts';
import { type Reencryption, reencryptCases } from './cases/reencryption.ts';
import { requiredKeys } from './cases/required-keys.ts';
import { readConfig } from './config/config.ts';
import { createLogger } from './observability/log.ts';
import { configurationText, createProgress, reportStartupFailure, StartupError } from './observability/startup-report.ts';
import { openBackend } from './open-backend.ts';

async function reencrypt(root: string): Promise<void> {
  const reading = readConfig(process.env);
  if (reading.kind === 'faulty') throw new StartupError(configurationText(reading.faults, reading.warnings));
  const { config } = reading;
  const log = createLogger(config.logLevel);
  const backend = await openBackend({
    root,
    config,
    log,
    signal: new AbortController().signal,
    onProgress: createProgress((line) => process.stderr.write(line)),
  });
  try {
    const secrets = await requiredKeys(config.casesKeys, backend);
    if (secrets === null) throw new StartupError('CASES_KEY is missing; there is no key to change to');
    const result = await reencryptCases({
      backend,
      keys: createCaseKeys(secrets),
      onProgress: (rewritten) => void process.stderr.write(`${rewritten} cases made again\n`),
    });
    process.stdout.write(reencryptionText(result));
  } finally {
    await backend.close();
  }
}

/** Returns what the operator is told at the end. */
export function reencryptionText({ rewritten, waiting, unreadable, retired, needed }: Reencryption): string {
  const lines = [
    `Cases made again with the key in use: ${rewritten}`,
    waiting === 0 ? '' : `Cases that wait (registered within the hour, or with an e-mail in the queue): ${waiting}; run this again later`,
    unreadable === 0 ? '' : `Cases that none of the keys opens, left as they were: ${unreadable}`,
    retired.length === 0 ? '' : `Keys that no case needs any more: ${retired.join(', ')}; take them out of CASES_KEY`,
    needed.length === 0 ? '' : `Keys that cases still need: ${needed.join(', ')}; leave them in CASES_KEY`,
  ];
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}

if (import.meta.main) {
  try {
    await reencrypt(process.cwd());
  } catch (error) {
    reportStartupFailure(error, createLogger('error'), (text) => process.stderr.write(text));
    process.exitCode = 1;
  }
}
