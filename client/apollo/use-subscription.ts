import { useEffect, useState } from 'react';
import type { OperationReference } from '../../shared/routes/types.ts';
import { usePage } from '../routing/page.ts';

/** Data of a subscription: undefined until something came, null after a failure. */
export type Received<Data> = Data | null | undefined;

/**
 * Receives a subscription without variables while the component is there; nothing on the server. Another person's sign-in makes another
 * page, which subscribes over another socket.
 */
export function useSubscription<Data>({ operation }: OperationReference<Data>): Received<Data> {
  const { operations } = usePage();
  // Belongs to the operations of one page: data of one user is not shown to the next.
  const [received, setReceived] = useState<{ readonly of: unknown; readonly data: Received<Data> }>({ of: operations, data: undefined });
  useEffect(() => {
    if (operations === null) return undefined;
    let stop = (): void => {};
    let left = false;
    operations.queries().then(
      (queries) => {
        // The reference's own type: the backend answered this operation, and its schema made the type.
        if (!left) stop = queries.subscribe(operation, (data) => setReceived({ of: operations, data: data as Data | null }));
      },
      () => setReceived({ of: operations, data: null }),
    );
    return () => {
      left = true;
      stop();
    };
  }, [operations, operation]);
  return received.of === operations ? received.data : undefined;
}
