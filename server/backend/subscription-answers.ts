/** Decorating the answers of subscriptions: one answer goes to many subscribers and is worked on once. */
import type { GraphqlAnswer } from './backend.ts';

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
