/** What the moving parts of an edge share. */

import type { Encoding } from '../delivery/encoder.ts';
import type { StoredDelivery } from '../delivery/stored.ts';
import type { EdgeSettings } from '../options.ts';
import type { Epochs } from '../store/purge-epochs.ts';
import type { Shelf } from '../store/variants.ts';
import type { Failures } from './backoff.ts';
import type { EdgeReporter } from './events.ts';

export interface EdgeParts {
  readonly settings: EdgeSettings;
  readonly shelf: Shelf;
  readonly epochs: Epochs;
  readonly delivery: StoredDelivery;
  /** Null when responses are sent in the coding that the origin chose. */
  readonly encoding: Encoding | null;
  readonly failures: Failures;
  readonly report: EdgeReporter;
}
