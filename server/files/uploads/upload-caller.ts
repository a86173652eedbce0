import type { IncomingMessage } from 'node:http';
import { AppError, type AppErrorOptions } from '../../../shared/errors/app-error.ts';
import type { Identify } from '../../backend/auth/identity.ts';
import type { Caller } from '../../backend/backend.ts';

/**
 * Names the caller of a request that writes, or that asks for a permission of its own. Credentials that do not hold never fall back to the public.
 * @throws AppError UNAUTHORIZED, FORBIDDEN
 */
export async function callerOf(req: IncomingMessage, identify: Identify): Promise<Caller> {
  const identity = await identify(req);
  if (identity.kind === 'caller') return identity.caller;
  const options: AppErrorOptions = { detail: identity.error.message };
  throw new AppError(identity.status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN', options);
}
