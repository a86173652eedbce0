/** The person who answers citizens: the caller of a verified token that allows the role, whatever role its other requests have. */

import { AppError } from '../../../shared/errors/app-error.ts';
import { CASES_ROLE } from '../../../shared/session/page-session.ts';
import type { CredentialsOf, Identify } from '../../backend/auth/identity.ts';
import type { Caller, ContentBackend } from '../../backend/backend.ts';
import type { FileBuffer } from '../../http/forms/buffered-files.ts';
import type { Logger } from '../../observability/log.ts';
import type { AttachmentStore } from '../attachments.ts';
import type { CaseKeys } from '../case-keys.ts';

export interface StaffRouterOptions extends AttachmentStore {
  readonly backend: Pick<ContentBackend, 'execute' | 'file'>;
  readonly identify: Identify;
  readonly keys: () => Promise<CaseKeys>;
  readonly received: FileBuffer;
  readonly siteOrigin: string;
  readonly timeZone: () => string;
  readonly now: () => number;
  readonly log: Logger;
}

/** Returns the caller with the role. @throws AppError UNAUTHORIZED without a token that verifies, FORBIDDEN without the role */
export async function ombudsmanOf({ method, headers }: CredentialsOf, identify: Identify): Promise<Caller> {
  const identity = await identify({ method, headers: { ...headers, 'x-hasura-role': CASES_ROLE } });
  if (identity.kind === 'refused') throw new AppError(identity.status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN');
  const { caller } = identity;
  if (caller.trust === 'anonymous') throw new AppError('UNAUTHORIZED');
  if (caller.role !== CASES_ROLE) throw new AppError('FORBIDDEN');
  return caller;
}

export type StaffAnswer =
  | { readonly kind: 'done'; readonly value: unknown }
  /** A rule of the database: `falta_texto`, `mudado_por_outra_pessoa`, ... */
  | { readonly kind: 'refused'; readonly reason: string };

interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Milliseconds for one call. A person waits for it. */
const DEADLINE_MS = 10_000;

/** Asks as the person, and returns the value of the first field. The text of an error may repeat what a person wrote, so it is dropped. */
export async function askAs(caller: Caller, question: Question, { execute }: Pick<ContentBackend, 'execute'>): Promise<StaffAnswer> {
  const answer = await execute(question, { caller, timeoutMs: DEADLINE_MS });
  if (answer.kind === 'data') {
    const [value] = Object.values(JSON.parse(answer.json) as Record<string, unknown>);
    return { kind: 'done', value: value ?? null };
  }
  const { message, extensions } = answer.errors[0] ?? { message: '', extensions: { code: '' } };
  const reason = /\bcaso:([a-z_]+)/.exec(message)?.[1];
  if (reason !== undefined) return { kind: 'refused', reason };
  // After a lost connection it is unknown whether the statement took effect; every other error undid it.
  if (extensions.code === 'unexpected') throw new AppError('BACKEND_UNAVAILABLE', { detail: 'a question about a case was not answered' });
  return { kind: 'refused', reason: 'valor_invalido' };
}
