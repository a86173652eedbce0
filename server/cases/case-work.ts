/**
 * What the server does for cases without being asked: it ends those whose term is over, adds up the statistics of the new ones, and sends the queued
 * e-mails. Every replica does it; the database gives each row to one of them.
 */
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import { CASES_CALLER, type FileWrites } from '../backend/backend.ts';
import { type BackgroundRefresh, startBackgroundRefresh } from '../backend/background-refresh.ts';
import type { Logger } from '../observability/log.ts';
import { type CaseFunctions, type MessageName, NoCasesError } from './case-functions.ts';
import { type MailRoundOptions, mailRound } from './mail/mail-round.ts';
import type { Outcome } from './mail/queue-round.ts';

export interface CaseWorkOptions {
  readonly functions: CaseFunctions;
  /** Undefined where the backend takes no files. */
  readonly files: Pick<FileWrites, 'remove'> | undefined;
  /** Removes received files that a killed process has left on this machine. */
  readonly sweep: () => Promise<void>;
  /** Null: no e-mail is sent. */
  readonly mail: Pick<MailRoundOptions, 'transport' | 'codeOf' | 'site'> | null;
  readonly log: Logger;
  readonly timers?: Timers;
}

export interface CaseWork {
  /** Begins no more work, and resolves when what is under way has ended. */
  close(): Promise<void>;
}

/** Terms end at midnight, so a minute more does no harm. */
const ROUTINE_MS = 15 * 60_000;
/** A start has more urgent things to do. */
const FIRST_ROUTINE_MS = 60_000;
const ENDED_AT_ONCE = 200;
const REMOVED_AT_ONCE = 50;
const FORGOTTEN_AT_ONCE = 1_000;
/** How long a message waits in the queue at most. */
const MAIL_MS = 10_000;
/** How long the reports of the channels are stored without the newest case. */
const STATISTICS_MS = 10_000;
const COUNTS_AT_ONCE = 20_000;

export function startCaseWork({ functions, files, sweep, mail, log, timers = SYSTEM_TIMERS }: CaseWorkOptions): CaseWork {
  let routineInMs = FIRST_ROUTINE_MS;
  const routine = startJob(timers, log, {
    nextInMs: () => routineInMs,
    failure: 'cases whose term is over cannot be ended',
    async work() {
      await sweep();
      // Without a mail server nothing is queued: it would never leave.
      if (mail === null) await functions.switchMail(false);
      const removed = files === undefined ? 0 : await removeAbandoned(functions, files);
      const forgotten = await functions.forgetRequesters(FORGOTTEN_AT_ONCE);
      const ended = await functions.endByTerm(ENDED_AT_ONCE);
      const isMoreWaiting = removed >= REMOVED_AT_ONCE || forgotten >= FORGOTTEN_AT_ONCE || ended >= ENDED_AT_ONCE;
      routineInMs = isMoreWaiting ? 0 : ROUTINE_MS;
    },
  });
  let statisticsInMs = STATISTICS_MS;
  const statistics = startJob(timers, log, {
    nextInMs: () => statisticsInMs,
    failure: 'the statistics of cases cannot be added up',
    async work() {
      statisticsInMs = (await functions.addUpStatistics(COUNTS_AT_ONCE)) >= COUNTS_AT_ONCE ? 0 : STATISTICS_MS;
    },
  });
  const jobs = [routine, statistics, ...(mail === null ? [] : [startMail(functions, mail, timers, log)])];
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.close()));
      mail?.transport.close();
    },
  };
}

/**
 * Removes files of submissions that ended before their case (a replica was killed, or the database answered no more), and of cases that were
 * erased. Returns how many it has taken.
 */
async function removeAbandoned(functions: CaseFunctions, files: Pick<FileWrites, 'remove'>): Promise<number> {
  const ids = await functions.abandonedFiles(REMOVED_AT_ONCE);
  if (ids.length === 0) return 0;
  const answers = await Promise.allSettled(ids.map((id) => files.remove(id, CASES_CALLER)));
  // One that never arrived is absent. What could not be removed is named again.
  const gone = ids.filter((_, index) => answers[index]?.status === 'fulfilled' && answers[index].value.kind !== 'refused');
  if (gone.length > 0) await functions.forgetFiles(gone);
  return ids.length;
}

function startMail(
  functions: CaseFunctions,
  mail: Pick<MailRoundOptions, 'transport' | 'codeOf' | 'site'>,
  timers: Timers,
  log: Logger,
): Job {
  let inMs = 0;
  let isOn = false;
  const unsettled: Outcome<MessageName>[] = [];
  return startJob(timers, log, {
    nextInMs: () => inMs,
    failure: 'the queue of e-mails cannot be read',
    async work() {
      if (!isOn) await functions.switchMail(true);
      isOn = true;
      inMs = (await mailRound({ functions, ...mail, log }, unsettled)) ? 0 : MAIL_MS;
    },
  });
}

export interface Job {
  close(): Promise<void>;
}

interface JobOptions {
  readonly nextInMs: () => number;
  readonly failure: string;
  readonly work: () => Promise<void>;
}

/** Repeats a piece of work; one that fails is told and repeated. */
export function startJob(timers: Timers, log: Logger, { nextInMs, failure, work }: JobOptions): Job {
  let running: Promise<void> = Promise.resolve();
  const refresh: BackgroundRefresh = startBackgroundRefresh({
    load: () => {
      const run = work().catch((error: unknown) => {
        if (!(error instanceof NoCasesError)) throw error;
        refresh.close();
        log.info({}, 'the project of the backend has no cases of citizens');
      });
      running = run.catch(() => undefined);
      return run;
    },
    nextInMs,
    failure,
    log,
    timers,
  });
  return {
    close() {
      refresh.close();
      return running;
    },
  };
}
