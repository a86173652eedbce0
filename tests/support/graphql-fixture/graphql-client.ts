/** Sends a query to an engine in one line, and gives its answer as data, as text or as its only error. */
import type { Caller, GraphqlAnswer, GraphqlErrorEntry, Trust } from '../../../server/backend/backend.ts';
import type { GraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';

export interface QueryOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly role?: string;
  /** Default: anonymous for `public`, service for every other role. */
  readonly trust?: Trust;
  readonly session?: Caller['session'];
  readonly operationName?: string;
}

export interface GraphqlClient {
  answer(query: string, question?: QueryOptions): Promise<GraphqlAnswer>;
  /** The JSON text of `data`; fails with the error's text when there is none. */
  text(query: string, question?: QueryOptions): Promise<string>;
  /** The same, parsed. */
  data(query: string, question?: QueryOptions): Promise<unknown>;
  /** The only error; fails when there is data. */
  fault(query: string, question?: QueryOptions): Promise<GraphqlErrorEntry>;
}

/** Calls `engine` for each query, so that a suite can start it in a hook. */
export function graphqlClient(engine: () => GraphqlEngine): GraphqlClient {
  const answer = (
    query: string,
    { variables, role = 'public', trust, session = {}, operationName }: QueryOptions = {},
  ): Promise<GraphqlAnswer> =>
    engine().execute(
      { query, ...(variables === undefined ? {} : { variables }), ...(operationName === undefined ? {} : { operationName }) },
      { caller: { role, trust: trust ?? (role === 'public' ? 'anonymous' : 'service'), session } },
    );
  const text = async (query: string, question?: QueryOptions): Promise<string> => {
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
