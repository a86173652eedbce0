/** What the moving parts of an edge share. */
import type { StoredDelivery } from './deliver-stored.ts';
import type { Encoding } from './encoder.ts';
import type { Epochs } from './epochs.ts';
import type { EdgeReporter } from './events.ts';
import type { Failures } from './failures.ts';
import type { EdgeSettings } from './options.ts';
import type { Shelf } from './shelf.ts';

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
