/** All that answers for cases of citizens, on the site with its pages. */
import type { Router } from 'express';
import type { Identify } from '../backend/auth/identity.ts';
import type { ContentBackend } from '../backend/backend.ts';
import { memoryRateLimiter } from '../backend/rate-limiter.ts';
import { createFileBuffer } from '../http/forms/buffered-files.ts';
import { type AdmitClient, createAdmission, type QuotaLimits } from '../http/quota.ts';
import type { Spool } from '../http/spool.ts';
import { createCaseDesk } from './case-desk.ts';
import { createKeysProvider } from './keys-provider.ts';
import { type CasesRouterOptions, createCasesRouter } from './router.ts';
import { createSenderNumber } from './sender-number.ts';
import { createStaffRouter } from './staff/staff-router.ts';
import { createSubmissionLimits } from './submission-limits.ts';

type PassedOn = Omit<
  CasesRouterOptions,
  'desk' | 'files' | 'keys' | 'limits' | 'senderNumber' | 'now' | 'backend' | 'staff' | 'received' | 'beginSubmission'
>;

export interface ComposedCasesOptions extends PassedOn {
  readonly backend: Pick<ContentBackend, 'kind' | 'execute' | 'file' | 'files' | 'storedSecret' | 'rateLimiter' | 'sharedNumber'>;
  readonly identify: Identify;
  /** For files that are too large to be held in memory. */
  readonly spool: Pick<Spool, 'receive'>;
  /** Null: the backend keeps one. */
  readonly secrets: readonly [Uint8Array, ...Uint8Array[]] | null;
  /** How many submissions are worked at at once; the site's unless a test brings its own. */
  readonly submissionsAtOnce?: QuotaLimits;
  /** Milliseconds since 1970; the system's unless a test brings its own. */
  readonly now?: () => number;
}

/**
 * Registrations at one time, of all senders together. Fewer than the connections to the database, so that pages find one, and so few that stored pages are answered between
 * them: where processors are short, each one more is a process of the database that competes with the site. A client that waits has sent everything already.
 */
const AT_ONCE: QuotaLimits = { running: 2, waiting: 400, waitMs: 20_000, perMinute: Number.POSITIVE_INFINITY };
/** A hosted backend has processors of its own, and each of its answers takes the time of a network. */
const AT_ONCE_HOSTED: QuotaLimits = { ...AT_ONCE, running: 8 };

/** Makes the router of `/_casos`. */
export function composeCasesRouter({
  backend,
  identify,
  secrets,
  spool,
  submissionsAtOnce = backend.kind === 'embedded' ? AT_ONCE : AT_ONCE_HOSTED,
  now = Date.now,
  ...options
}: ComposedCasesOptions): Router {
  const keys = createKeysProvider(secrets, backend);
  const limits = createSubmissionLimits(backend.rateLimiter ?? memoryRateLimiter, keys);
  const senderNumber = createSenderNumber(backend);
  const { files } = backend;
  const desk = createCaseDesk(backend);
  const received = createFileBuffer(spool);
  const admitSubmission = createAdmission(submissionsAtOnce);
  const beginSubmission = (): ReturnType<AdmitClient> => admitSubmission('', null);
  const staff = createStaffRouter({ ...options, backend, desk, files, received, identify, keys, now });
  return createCasesRouter({ ...options, backend, staff, desk, files, received, beginSubmission, keys, limits, senderNumber, now });
}
