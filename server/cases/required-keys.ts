/** Whether a server has the keys of the cases that are registered. Without one it would start, and could show no citizen their case. */
import { z } from 'zod';
import { CASES_CALLER, type ContentBackend } from '../backend/backend.ts';
import { StartupError } from '../observability/startup-report.ts';
import { type CaseKey, createCaseKeys } from './case-keys.ts';
import { seal, unseal } from './document-cipher.ts';

/** Secrets of 32 bytes, the one in use first. */
type Secrets = readonly [Uint8Array, ...Uint8Array[]];

const CONTEXT = 'casos';

const ROWS = z.object({ chave_de_casos: z.array(z.object({ id: z.string(), conferencia: z.string() })) });

export interface KeyCheck {
  readonly id: string;
  readonly conferencia: string;
}

const checks = new WeakMap<CaseKey, KeyCheck>();

/** Returns what the database keeps of a key: its name, and that name encrypted, once in a process. */
export function keyCheck(key: CaseKey): KeyCheck {
  const check = checks.get(key) ?? { id: key.id, conferencia: seal(key, 'conferencia', CONTEXT, key.id) };
  checks.set(key, check);
  return check;
}

/**
 * Returns the keys to work with: those of the configuration, and behind them the one that the backend kept before there were any, where cases need
 * it. Null: the kept one alone. @throws StartupError where registered cases need a key that is not there
 */
export async function requiredKeys(
  configured: Secrets | null,
  { execute, storedSecret }: Pick<ContentBackend, 'execute' | 'storedSecret'>,
): Promise<Secrets | null> {
  const answer = await execute({ query: '{ chave_de_casos { id conferencia } }' }, { caller: CASES_CALLER });
  // A project of before these keys were named, or without cases.
  if (answer.kind === 'errors' && answer.errors[0]?.extensions.code === 'validation-failed') return configured;
  if (answer.kind === 'errors') throw new Error(`the keys of cases cannot be read: ${answer.errors[0]?.extensions.code}`);
  const needed = ROWS.parse(JSON.parse(answer.json)).chave_de_casos;
  const missingFrom = (secrets: Secrets | null): readonly string[] => {
    const keys = secrets === null ? [] : createCaseKeys(secrets);
    const reads = (id: string, check: string): boolean => keys.some((key) => unseal(key, 'conferencia', CONTEXT, check) === id);
    return needed.filter(({ id, conferencia }) => !reads(id, conferencia)).map(({ id }) => id);
  };
  if (missingFrom(configured).length === 0) return configured;
  const kept = await storedSecret?.();
  const withKept: Secrets | null = kept === undefined ? configured : configured === null ? [kept] : [...configured, kept];
  const missing = missingFrom(withKept);
  if (missing.length > 0) throw new StartupError(refusal(missing));
  return withKept;
}

function refusal(ids: readonly string[]): string {
  return (
    `CASES_KEY lacks the key ${ids.join(', ')}, by which cases of citizens are registered; nobody could open them. ` +
    'Put that key back, behind the key in use and a comma.'
  );
}
