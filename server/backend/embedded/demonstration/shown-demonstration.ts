/** Whether the database holds the demonstration now: an administrator may take it away, or bring it back, through any replica. */
import { REPLACEMENT_TABLE } from '../../../../shared/content/content-rules.ts';
import type { ChangeEvent } from '../../backend.ts';
import type { Queryable } from '../database.ts';
import { readInstallation } from '../migrations/installation.ts';

export interface ShownDemonstrationOptions {
  /** Whether it is there at the start. */
  readonly loaded: boolean;
  readonly database: Queryable;
  /** Registers a listener of changes. It must come before those that ask what is returned. */
  readonly onChange: (listener: (event: ChangeEvent) => void) => unknown;
  readonly onFault: (error: unknown) => void;
}

/** Returns the function that says whether it is there now. */
export function followDemonstration({ loaded, database, onChange, onFault }: ShownDemonstrationOptions): () => boolean {
  let shown = loaded;
  const reread = async (): Promise<void> => {
    shown = (await readInstallation(database)).demonstration === 'carregada';
  };
  onChange((event) => {
    if (event.kind === 'gap') {
      reread().catch(onFault);
      return;
    }
    for (const { table, key } of event.changes) if (table === REPLACEMENT_TABLE) shown = key.startsWith('devolver');
  });
  return () => shown;
}
