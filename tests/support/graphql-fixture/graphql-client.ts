/** Asks an engine in one line and reads the answer the way a test wants it. */
import type { Caller, GraphqlAnswer, GraphqlErrorEntry } from '../../../server/backend/backend.ts';
import type { GraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';

export interface Question {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly role?: string;
  readonly session?: Caller['session'];
  readonly operationName?: string;
}

export interface Asker {
  answer(query: string, question?: Question): Promise<GraphqlAnswer>;
  /** The JSON text of `data`; fails with the error's text when there is none. */
  text(query: string, question?: Question): Promise<string>;
  /** The same, parsed. */
  data(query: string, question?: Question): Promise<unknown>;
  /** The only error; fails when there is data. */
  fault(query: string, question?: Question): Promise<GraphqlErrorEntry>;
}

/** `engine` is asked for at each question, so that a suite may start it in a hook. */
export function askerOf(engine: () => GraphqlEngine): Asker {
  const answer = (query: string, { variables, role = 'public', session = {}, operationName }: Question = {}): Promise<GraphqlAnswer> =>
    engine().execute(
      { query, ...(variables === undefined ? {} : { variables }), ...(operationName === undefined ? {} : { operationName }) },
      { caller: { role, session } },
    );
  const text = async (query: string, question?: Question): Promise<string> => {
    const found = await answer(query, question);
    if (found.kind === 'data') return found.json;
    throw new Error(`expected data, got ${JSON.stringify(found.errors)}`);
  };
  return {
    answer,
    text,
    data: async (query, question) => JSON.parse(await text(query, question)) as unknown,
    fault: async (query, question) => {
      const found = await answer(query, question);
      const [first, ...more] = found.kind === 'errors' ? found.errors : [];
      if (first === undefined || more.length > 0) throw new Error(`expected one error, got ${JSON.stringify(found)}`);
      return first;
    },
  };
}
