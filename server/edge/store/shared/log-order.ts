/**
 * Places the entries of the shared log of purges in the order of one replica, which makes responses of other replicas comparable with
 * purges: each carries the last entry that had taken effect when its request to the origin started (its basis), and a purge that it has not seen
 * counts as one after that start. Clocks are not compared.
 */
import type { LogicalTimestamp } from '../../response/stored-response.ts';
import type { PurgeEpochs } from '../purge-epochs.ts';
import { compareIds } from './medium.ts';

/** An entry of the log that has taken effect here, later than `before` and not later than `after`. */
interface AppliedEntry {
  readonly id: string;
  readonly before: LogicalTimestamp;
  readonly after: LogicalTimestamp;
}

/** Entries that are remembered. Responses with an older basis are of no use, and are rendered again. */
const MOST_REMEMBERED = 10_000;

export class LogOrder {
  readonly #epochs: Pick<PurgeEpochs, 'begin'>;
  #applied: AppliedEntry[] = [];

  constructor(epochs: Pick<PurgeEpochs, 'begin'>) {
    this.#epochs = epochs;
  }

  /** Takes in an entry that has just taken effect. */
  add(id: string, before: LogicalTimestamp): void {
    this.#applied.push({ id, before, after: this.#epochs.begin() });
    if (this.#applied.length > MOST_REMEMBERED) this.#applied = this.#applied.slice(-MOST_REMEMBERED / 2);
  }

  /** From now on a basis before the next entry is of no use. */
  forget(): void {
    this.#applied = [];
  }

  /** Returns the basis of a response whose request started at `began`; null where it has none. */
  basisOf(began: LogicalTimestamp): string | null {
    return this.#applied.findLast(({ after }) => after <= began)?.id ?? null;
  }

  /**
   * Returns the start that a response with this basis has in the order of this replica; null where purges since then are not known here.
   * @param unseen moments before own purges that no basis can include yet.
   */
  startOf(basis: string, unseen: Iterable<LogicalTimestamp>): LogicalTimestamp | null {
    const [first] = this.#applied;
    if (first === undefined || compareIds(basis, first.id) < 0) return null;
    let start = this.#epochs.begin();
    for (let index = this.#applied.length - 1; index >= 0; index -= 1) {
      const entry = this.#applied[index];
      if (entry === undefined || compareIds(entry.id, basis) <= 0) break;
      if (entry.before < start) start = entry.before;
    }
    for (const before of unseen) if (before < start) start = before;
    return start;
  }
}
