/** The data provider of the administration in front of the project's own engine: what the browser sends is what the engine answers. */
import type { DataProvider } from 'react-admin';
import { type Access, readAccess } from '../../../client/admin/data/access.ts';
import { createGraphqlClient, type RunGraphql } from '../../../client/admin/data/graphql.ts';
import { createDataProvider } from '../../../client/admin/data/provider.ts';
import { ALL_TYPES } from '../../../client/admin/resources/content-types.ts';
import { REPORT_TABLES } from '../../../client/admin/screens/dashboard/report.ts';
import type { QueryOptions } from '../../support/graphql-fixture/graphql-client.ts';
import type { ProjectEngine } from '../project/editorial/project-engine.ts';

export interface Desk {
  readonly run: RunGraphql;
  readonly access: Access;
  readonly provider: DataProvider;
  /** Requests so far. */
  requests(): number;
}

export interface Person extends Pick<QueryOptions, 'role' | 'session'> {
  /** Roles that requests may choose beside the own. */
  readonly others?: readonly string[];
}

/** Opens the administration of one person. */
export async function deskOf(engine: () => Pick<ProjectEngine, 'ask'>, { others = [], ...person }: Person): Promise<Desk> {
  let requests = 0;
  const run = createGraphqlClient({
    renew: () => Promise.resolve(false),
    fetch: async (_input, init) => {
      requests += 1;
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
        readonly query: string;
        readonly variables: Record<string, unknown>;
      };
      const asked = new Headers(init?.headers).get('X-Hasura-Role');
      if (asked !== null && asked !== person.role && !others.includes(asked)) throw new Error(`the token does not allow the role ${asked}`);
      const role = asked ?? person.role;
      const answer = await engine().ask.answer(body.query, {
        ...person,
        ...(role === undefined ? {} : { role }),
        trust: 'signed-in',
        variables: body.variables,
      });
      return answer.kind === 'data' ? new Response(`{"data":${answer.json}}`) : Response.json({ errors: answer.errors });
    },
  });
  const access = await readAccess(run, [...new Set([...ALL_TYPES.map(({ table }) => table), ...REPORT_TABLES])]);
  return { run, access, provider: createDataProvider(run, () => Promise.resolve(access)), requests: () => requests };
}
