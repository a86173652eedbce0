/** Whatever a request says, it is answered: with data, or with a fault that names what is wrong with it. `FUZZ_RUNS` makes more of them. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GraphqlAnswer } from '../../../../../server/backend/backend.ts';
import { DatabaseError } from '../../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../../server/backend/embedded/graphql/engine.ts';
import { fixtureMetadata, installFixture } from '../../../../support/graphql-fixture/project.ts';
import { type RandomRequest, randomRequest } from '../../../../support/graphql-fixture/random-request.ts';
import { installMutationFixture, mutationMetadata } from '../../../../support/mutation-fixture/project.ts';
import { openPostgres } from './postgres-database.ts';
import type { OpenDatabase } from './suite.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 250);
const SEED = process.env['FUZZ_SEED'];

/** 21000: a row is written twice by one upsert. 42883: the type json has neither order nor equality. 42601: a text is no jsonpath. All are the words of the caller. */
const OF_THE_CALLER = new Set(['21000', '42883', '42601']);

class Undone extends Error {}

describe.each([
  ['tables to read', installFixture, fixtureMetadata, ['admin', 'editor', 'public']],
  ['tables to write', installMutationFixture, mutationMetadata, ['admin', 'editor']],
] as const)('random requests to %s', (_name, install, metadata, roles) => {
  let opened: OpenDatabase;
  let engine: GraphqlEngine;
  let faults: unknown[] = [];

  beforeAll(async () => {
    opened = await openPostgres();
    await install(opened.database);
    engine = await createGraphqlEngine({ database: opened.database, metadata: await metadata(), onFault: (fault) => faults.push(fault) });
  });
  afterAll(() => opened.close());

  /** Answers as for a visitor, and undoes what it has written. */
  const answerTo = async (request: RandomRequest, role: string): Promise<GraphqlAnswer> => {
    const caller = { role, trust: 'service', session: { 'x-hasura-user-id': 'ana' } } as const;
    let answer: GraphqlAnswer | undefined;
    const undone = opened.database.transaction(async (tx) => {
      answer = await engine.executeWithin(tx, request, { caller });
      throw new Undone();
    });
    await expect(undone).rejects.toThrow(Undone);
    if (answer === undefined) throw new Error('there is no answer');
    return answer;
  };

  test.each(roles)('random requests as %s are answered with data or with what is wrong with them', async (role) => {
    const schema = engine.schemaFor(role).whole();
    const answers = { data: 0, errors: 0 };
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (random) => {
        faults = [];
        const request = randomRequest(schema, random);
        answers[(await answerTo(request, role)).kind] += 1;
        const ours = faults.filter((fault) => !(fault instanceof DatabaseError && OF_THE_CALLER.has(fault.code)));
        expect({ request, faults: ours }).toEqual({ request, faults: [] });
      }),
      { numRuns: RUNS, endOnFailure: true, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    );
    expect(Math.min(answers.data, answers.errors)).toBeGreaterThan(RUNS / 20);
  });
});
