/** Decorating the answers of a backend. An answer of a subscription goes to many subscribers and is worked on once. */
import type { Caller, ContentBackend, GraphqlAnswer } from './backend.ts';

type Change = (answer: GraphqlAnswer) => GraphqlAnswer | Promise<GraphqlAnswer>;

/** Returns `change` that remembers its results as long as their answers are in use. */
export function oncePerAnswer(change: Change): Change {
  const changed = new WeakMap<GraphqlAnswer, GraphqlAnswer | Promise<GraphqlAnswer>>();
  return (answer) => {
    const known = changed.get(answer);
    if (known !== undefined) return known;
    const result = change(answer);
    changed.set(answer, result);
    return result;
  };
}

/** Gives the answers with `change` applied to each. */
export async function* changedAnswers(answers: AsyncIterable<GraphqlAnswer>, change: Change): AsyncGenerator<GraphqlAnswer, void> {
  for await (const answer of answers) yield await change(answer);
}

/** Decorates `backend`: `change` is applied to what the callers get whom `concerns` names, by requests, dry runs and subscriptions. */
export function withChangedAnswers(backend: ContentBackend, change: Change, concerns: (caller: Caller) => boolean): ContentBackend {
  const changedOnce = oncePerAnswer(change);
  const changed =
    (execute: ContentBackend['execute']): ContentBackend['execute'] =>
    async (request, options) => {
      const answer = await execute(request, options);
      return concerns(options.caller) ? change(answer) : answer;
    };
  const { dryRun } = backend;
  return {
    ...backend,
    execute: changed((request, options) => backend.execute(request, options)),
    dryRun: dryRun && ((work) => dryRun((execute) => work(changed(execute)))),
    subscribe(request, options) {
      const answers = backend.subscribe(request, options);
      return concerns(options.caller) ? changedAnswers(answers, changedOnce) : answers;
    },
  };
}
