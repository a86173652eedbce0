/** The backend's own message, which visitors never see: in development it goes to the browser's console as well as to the log. */
import type { AppError } from '../../../shared/errors/app-error.ts';
import { inlineJson } from '../../../shared/html/escape.ts';

/** Returns what a developer wants to read of an error; null where no developer is there to read it. */
export type DeveloperMessage = (error: AppError) => string | null;

/** Makes the function for a server in development or in production. */
export function developerMessages(development: boolean): DeveloperMessage {
  if (!development) return () => null;
  return ({ detail, message, cause }) => detail ?? (cause instanceof Error ? cause.message : message);
}

/** Returns a script that writes the message to the console. Only the policy of development's documents lets it run. */
export function consoleScript(message: string): string {
  return `<script>console.error(${inlineJson(JSON.stringify(message))})</script>`;
}
