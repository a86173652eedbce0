/**
 * The limit of work of the whole process, behind the quotas of its clients: many clients together can ask for more than one event loop renders,
 * and then every client waits, also one that only wants a stored page. How many renders run at the same time follows how late the loop is
 * (additive increase, multiplicative decrease, as the congestion window of RFC 5681 §3.1); some wait, and the rest is refused at once.
 */
import { type Admission, type Admitted, admitted, type Turn, UNLIMITED } from '../../shared/cache/admission.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import type { ClientQuotas, WorkKind } from '../http/client-quotas.ts';
import type { LoopDelay, LoopDelayMetrics } from '../observability/loop-delay.ts';

export interface WorkLimits {
  /** Renders at the same time: the bound at the start, and while the loop is on time. */
  readonly mostRunning: number;
  /** Renders that wait for their turn, and the milliseconds for which each does at most. */
  readonly mostWaiting: number;
  readonly waitMs: number;
  /** Mean lateness of the loop in milliseconds below which one more render may run, and above which half as many may. */
  readonly goodMs: number;
  readonly lateMs: number;
  /** Files that are not stored and on their way at the same time, from a database or a service: each holds a part of its bytes. */
  readonly mostFiles: number;
  /** Mean lateness in two windows, one after the other, above which no work begins. What waited behind a single stall is answered after it. */
  readonly hopelessMs: number;
}

/**
 * A stored page takes half a millisecond, so a loop that is 40 ms late is felt and still far from a wait. Those who wait are answered well
 * before a visitor gives up; more than a hundred would not be. A file that is too large to be stored has two pieces of 256 KB under way for
 * its reader, so 300 readers hold 150 MB.
 */
const WORK_LIMITS: WorkLimits = {
  mostRunning: 32,
  mostWaiting: 100,
  waitMs: 3_000,
  goodMs: 15,
  lateMs: 40,
  mostFiles: 300,
  hopelessMs: 400,
};

const OVERLOADED: Admission = { kind: 'refused', because: 'overload' };

export interface WorkLimitOptions {
  readonly loop: Pick<LoopDelay, 'recent' | 'lastingMeanMs'>;
  readonly limits?: WorkLimits;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
}

/**
 * Returns the quotas with the limit behind them. Pages are what it limits and sheds first; the other kinds, which wait for other processes more
 * than for the loop, are refused only while the loop is hopelessly late, and files where too many readers hold one. What is static is never
 * refused: it costs no more than the refusal, and a stored page without its style is of no use.
 */
export function withinWorkLimit(
  quotas: ClientQuotas,
  { loop, limits = WORK_LIMITS, timers = SYSTEM_TIMERS }: WorkLimitOptions,
): ClientQuotas {
  const renders = new Renders(loop, limits, timers);
  const others = (): Admission => (loop.lastingMeanMs() > limits.hopelessMs ? OVERLOADED : UNLIMITED);
  let files = 0;
  const file = (): Admission => {
    if (files >= limits.mostFiles) return OVERLOADED;
    const admission = others();
    if (admission.kind !== 'admitted') return admission;
    files += 1;
    return admitted(() => {
      files -= 1;
    });
  };
  const enterOf: Readonly<Record<WorkKind, () => Admission | Promise<Admission>>> = {
    page: () => renders.enter(),
    file,
    static: () => UNLIMITED,
    picture: others,
    graphql: others,
    form: others,
    longForm: others,
  };
  return {
    admit: (kind, req, key) => {
      const enter = enterOf[kind];
      const own = quotas.admit(kind, req, key);
      return own instanceof Promise ? own.then((turn) => both(turn, enter)) : both(own, enter);
    },
  };
}

/** Asks the limit for work that its client's quota admits; what the limit refuses gives its place in the quota back. */
function both<T extends Turn>(own: T, enter: () => Admission | Promise<Admission>): T | Admission | Promise<Admission> {
  if (own.kind !== 'admitted') return own;
  const joined = (whole: Admission): Admission => {
    if (whole.kind === 'refused') {
      own.release();
      return whole;
    }
    return admitted(() => {
      own.release();
      whole.release();
    });
  };
  const whole = enter();
  return whole instanceof Promise ? whole.then(joined) : joined(whole);
}

class Renders {
  readonly #loop: Pick<LoopDelay, 'recent'>;
  readonly #limits: WorkLimits;
  readonly #timers: Timers;
  /** What begins each render that waits, the one that has waited longest first. */
  readonly #waiting = new Set<() => void>();
  #running = 0;
  #atMost: number;
  /** The window that `#atMost` has followed already. */
  #followed: LoopDelayMetrics;

  constructor(loop: Pick<LoopDelay, 'recent'>, limits: WorkLimits, timers: Timers) {
    this.#loop = loop;
    this.#limits = limits;
    this.#timers = timers;
    this.#atMost = limits.mostRunning;
    this.#followed = loop.recent();
  }

  enter(): Admission | Promise<Admission> {
    this.#follow();
    if (this.#running < this.#atMost) return this.#begun();
    if (this.#waiting.size >= this.#limits.mostWaiting) return OVERLOADED;
    const { promise, resolve } = Promise.withResolvers<Admission>();
    const cancel = this.#timers.after(this.#limits.waitMs, () => {
      this.#waiting.delete(begin);
      resolve(OVERLOADED);
    });
    const begin = (): void => {
      this.#waiting.delete(begin);
      cancel();
      resolve(this.#begun());
    };
    this.#waiting.add(begin);
    return promise;
  }

  /** Follows the loop by one step for each of its windows. */
  #follow(): void {
    const window = this.#loop.recent();
    if (window === this.#followed) return;
    this.#followed = window;
    const { goodMs, lateMs, mostRunning } = this.#limits;
    if (window.meanMs > lateMs) this.#atMost = Math.max(1, Math.floor(this.#atMost / 2));
    else if (window.meanMs < goodMs) this.#atMost = Math.min(mostRunning, this.#atMost + 1);
  }

  #begun(): Admitted {
    this.#running += 1;
    return admitted(() => {
      this.#running -= 1;
      this.#follow();
      // More than one may begin where the bound has grown.
      for (const begin of this.#waiting) {
        if (this.#running >= this.#atMost) break;
        begin();
      }
    });
  }
}
