/** What it means that a picture was not made, from what sharp says of it. */
import { AppError } from '../../../shared/errors/app-error.ts';

/** A decoder may complain of the bytes at every step, and only then of the time: the line may be any of many. */
const OUT_OF_TIME = /^timeout: \d+% complete$/m;

/** Returns BACKEND_TIMEOUT for what sharp gave up because of its time limit, IMAGE_UNREADABLE for all else. */
export function decodeFault(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : 'unknown';
  if (OUT_OF_TIME.test(message)) return new AppError('BACKEND_TIMEOUT', { cause, detail: 'decoding' });
  return new AppError('IMAGE_UNREADABLE', { cause, detail: message.slice(0, 200) });
}
