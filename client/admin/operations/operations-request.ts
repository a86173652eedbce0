/** Asks the server how it works. */
import type { OperationsAnswer } from '../../../shared/operations/replica-metrics.ts';
import { OPERATIONS_PATH } from '../../../shared/routes/url.ts';

const NOT_ALLOWED = 403;

/** @throws Error with a sentence for the person */
export async function readOperations(fetchFrom: typeof fetch): Promise<OperationsAnswer> {
  let response: Response;
  try {
    response = await fetchFrom(OPERATIONS_PATH, { headers: { Accept: 'application/json' }, credentials: 'same-origin' });
  } catch (cause) {
    throw new Error('O servidor não respondeu. Tente de novo em instantes.', { cause });
  }
  if (response.status === NOT_ALLOWED) throw new Error('Só quem administra o site vê esta tela.');
  if (!response.ok) throw new Error('O servidor não respondeu como esperado. Tente de novo em instantes.');
  return (await response.json()) as OperationsAnswer;
}
