/** Reads the response of a hosted GraphQL service. */
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { GraphqlAnswer } from '../backend.ts';

const ErrorEntry = z.object({
  message: z.string(),
  extensions: z
    .object({ path: z.string().default('$'), code: z.string().default('unexpected') })
    .default({ path: '$', code: 'unexpected' }),
});
const Errors = z.object({ errors: z.array(ErrorEntry).min(1) });

const DATA_PREFIX = '{"data":';

/**
 * Returns the answer: Hasura says errors with status 200 too. The text of `data` is cut out, not parsed and printed again, so that long numbers
 * keep their digits. @throws AppError NETWORK for what is no answer of GraphQL.
 */
export function readGraphqlAnswer(text: string): GraphqlAnswer {
  const body = parsed(text);
  const errors = Errors.safeParse(body);
  if (errors.success) return { kind: 'errors', errors: errors.data.errors.map(({ message, extensions }) => ({ message, extensions })) };
  if (typeof body !== 'object' || body === null || !('data' in body) || typeof body.data !== 'object' || body.data === null) {
    throw new AppError('NETWORK', { detail: 'the backend answered without data and without errors' });
  }
  return { kind: 'data', json: Object.keys(body).length === 1 && text.startsWith(DATA_PREFIX) ? cutData(text) : printedData(text) };
}

/** Hasura prints the object with one member and no white space around it. */
function cutData(text: string): string {
  return text.slice(DATA_PREFIX.length, text.lastIndexOf('}'));
}

/** Members of JSON for the text of numbers (ECMAScript 2026), which the library of types does not have yet. */
interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}

/** With further members or white space, each number is printed as it was written. */
function printedData(text: string): string {
  const json = JSON as unknown as JsonWithSource;
  const body = json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  ) as { readonly data: unknown };
  return JSON.stringify(body.data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('NETWORK', { cause, detail: 'the backend sent no whole JSON' });
  }
}
