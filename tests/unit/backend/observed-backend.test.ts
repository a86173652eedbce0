import { expect, it } from 'vitest';
import { type ContentBackend, type GraphqlAnswer, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { observedBackend } from '../../../server/backend/observed-backend.ts';
import type { Observe, Outcome } from '../../../server/observability/observation.ts';

const error = (message: string, code: string): GraphqlAnswer => ({
  kind: 'errors',
  errors: [{ message, extensions: { path: '$', code } }],
});

it.each<[case_: string, answer: GraphqlAnswer, outcome: Outcome]>([
  ['data', { kind: 'data', json: '{}' }, 'ok'],
  ['the refusal of a request', error('field "x" not found', 'validation-failed'), 'errors'],
  ['what a database that is away makes of it', error('database query error', 'unexpected'), 'failed'],
  ['what a database that does not answer makes of it', error('timed out', 'unexpected'), 'timeout'],
])('counts %s by its outcome', async (_case, answer, expected) => {
  const outcomes: (Outcome | undefined)[] = [];
  const observe: Observe = async (_work, act, outcomeOf) => {
    const value = await act();
    outcomes.push(outcomeOf?.(value));
    return value;
  };
  const backend = { execute: () => Promise.resolve(answer) } as Partial<ContentBackend> as ContentBackend;
  await observedBackend(backend, observe, {}).execute({ query: '{ a }' }, { caller: PUBLIC_CALLER });
  expect(outcomes).toEqual([expected]);
});
