/** All that answers for cases of citizens, on the site with its pages. */
import type { Router } from 'express';
import type { Identify } from '../backend/auth/identity.ts';
import type { ContentBackend } from '../backend/backend.ts';
import { memoryCounter } from '../backend/memory-counter.ts';
import { createCaseDesk } from './case-desk.ts';
import { createKeysHolder } from './keys-holder.ts';
import { type CasesRouterOptions, createCasesRouter } from './router.ts';
import { createStaffRouter } from './staff/staff-router.ts';
import { createSubmissionLimits } from './submission-limits.ts';

type Given = Omit<CasesRouterOptions, 'desk' | 'files' | 'keys' | 'limits' | 'now' | 'backend' | 'staff'>;

export interface CaseDoorsOptions extends Given {
  readonly backend: Pick<ContentBackend, 'execute' | 'file' | 'files' | 'keptSecret' | 'counter'>;
  readonly identify: Identify;
  /** Null: the backend keeps one. */
  readonly secrets: readonly [Uint8Array, ...Uint8Array[]] | null;
  /** Milliseconds since 1970; the system's unless a test brings its own. */
  readonly now?: () => number;
}

/** Makes the router of `/_casos`. */
export function createCaseDoors({ backend, identify, secrets, now = Date.now, ...options }: CaseDoorsOptions): Router {
  const keys = createKeysHolder(secrets, backend);
  const limits = createSubmissionLimits(backend.counter ?? memoryCounter, keys);
  const { files } = backend;
  const desk = createCaseDesk(backend);
  const staff = createStaffRouter({ ...options, backend, desk, files, identify, keys, now });
  return createCasesRouter({ ...options, backend, staff, desk, files, keys, limits, now });
}
