/** A short form of readers that cannot be taken now goes back with what was typed, as the forms of cases do (`server/cases/submission.ts`). */
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Logger } from '../../observability/log.ts';

/**
 * Does `accept`; where it fails through no fault of the sender, answers with `sendBack`: a status and a sentence for the page with the form.
 * @throws AppError for what the sender has to change
 */
export async function acceptOrReturnForm(
  accept: () => Promise<void>,
  sendBack: (status: 503, problem: string) => Promise<void>,
  log: Logger,
): Promise<void> {
  try {
    await accept();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    // Only its name and code: the text of an error may repeat what was written.
    log.error(
      { fault: error instanceof Error ? error.name : 'unknown', code: error instanceof AppError ? error.code : null },
      'what a reader sent could not be taken',
    );
    await sendBack(503, CASE_MESSAGES.indisponivel);
  }
}
