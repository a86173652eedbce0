/**
 * `npm run reencrypt-cases`: makes what an older `CASES_KEY` protects again with the one in use, and says whether the older one can be taken away. It
 * reads the same configuration as the servers, and runs beside them, except where their database is a directory.
 */
import { createCaseKeys } from './cases/case-keys.ts';
import { type Reencryption, reencryptCases } from './cases/reencryption.ts';
import { requiredKeys } from './cases/required-keys.ts';
import { readConfig } from './config.ts';
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
    if (secrets === null) throw new StartupError('CASES_KEY não está definida: não há chave para a qual mudar.');
    const result = await reencryptCases({
      backend,
      keys: createCaseKeys(secrets),
      onProgress: (rewritten) => void process.stderr.write(`${rewritten} casos refeitos\n`),
    });
    process.stdout.write(reencryptionText(result));
  } finally {
    await backend.close();
  }
}

function reencryptionText({ rewritten, waiting, unreadable, retired, needed }: Reencryption): string {
  const lines = [
    `Casos refeitos com a chave em uso: ${rewritten}.`,
    waiting === 0
      ? ''
      : `Casos que esperam (registro de menos de uma hora, ou recibo por e-mail na fila): ${waiting}. Rode de novo mais tarde.`,
    unreadable === 0 ? '' : `Casos que nenhuma das chaves abre, e que ficaram como estavam: ${unreadable}.`,
    retired.length === 0 ? '' : `Chaves de que nenhum caso precisa mais: ${retired.join(', ')}. Podem sair de CASES_KEY.`,
    needed.length === 0 ? '' : `Chaves de que casos ainda precisam: ${needed.join(', ')}. Continuam em CASES_KEY.`,
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
