/** The data provider of the administration in front of the project's own engine: what the browser sends is what the engine answers. */
import type { DataProvider } from 'react-admin';
import { type Access, readAccess } from '../../../client/admin/data/access.ts';
import { createGraphqlClient, type RunGraphql } from '../../../client/admin/data/graphql.ts';
import { createDataProvider } from '../../../client/admin/data/provider.ts';
import { ALL_TYPES } from '../../../client/admin/resources/content-types.ts';
import type { QueryOptions } from '../../support/graphql-fixture/graphql-client.ts';
import type { ProjectEngine } from '../project/editorial/project-engine.ts';

export interface Desk {
  readonly run: RunGraphql;
  readonly access: Access;
  readonly provider: DataProvider;
  /** Requests so far. */
  requests(): number;
}

/** Opens the administration of one person. */
export async function deskOf(engine: () => Pick<ProjectEngine, 'ask'>, person: Pick<QueryOptions, 'role' | 'session'>): Promise<Desk> {
  let requests = 0;
  const run = createGraphqlClient({
    renew: () => Promise.resolve(false),
    fetch: async (_input, init) => {
      requests += 1;
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
        readonly query: string;
        readonly variables: Record<string, unknown>;
      };
      const answer = await engine().ask.answer(body.query, { ...person, trust: 'signed-in', variables: body.variables });
      return answer.kind === 'data' ? new Response(`{"data":${answer.json}}`) : Response.json({ errors: answer.errors });
    },
  });
  const access = await readAccess(
    run,
    ALL_TYPES.map(({ table }) => table),
  );
  return { run, access, provider: createDataProvider(run, () => Promise.resolve(access)), requests: () => requests };
}
