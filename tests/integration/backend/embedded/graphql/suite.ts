/** What the engine promises, on any `Database`. Each file `*.test.ts` beside this one runs it on one of them. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../../server/backend/embedded/graphql/engine.ts';
import { type GraphqlClient, graphqlClient } from '../../../../support/graphql-fixture/graphql-client.ts';
import { fixtureMetadata, installFixture } from '../../../../support/graphql-fixture/project.ts';
import { aggregateCases } from './cases/aggregates.ts';
import { computedFieldCases } from './cases/computed-fields.ts';
import { faultCases } from './cases/faults.ts';
import { functionCases } from './cases/functions.ts';
import { inheritedRoleCases } from './cases/inherited-roles.ts';
import { injectionCases } from './cases/injection.ts';
import { introspectionCases } from './cases/introspection.ts';
import { limitCases } from './cases/limits.ts';
import { orderCases } from './cases/order.ts';
import { permissionCases } from './cases/permissions.ts';
import { planCases } from './cases/plans.ts';
import { scalarCases } from './cases/scalars.ts';
import { selectionCases } from './cases/selection.ts';
import { streamCases } from './cases/streams.ts';
import { variableCases } from './cases/variables.ts';
import { whereCases } from './cases/where.ts';
import { whereProperties } from './cases/where-properties.ts';
import { type RecordingDatabase, recordingDatabase } from './recording-database.ts';

export interface OpenDatabase {
  readonly database: Database;
  /** Closes the database and whatever was started for it. */
  close(): Promise<void>;
}

export interface Fixture {
  readonly ask: GraphqlClient;
  readonly engine: () => GraphqlEngine;
  readonly database: () => RecordingDatabase;
  /** Makes the engine anew over the database as it is now. */
  readonly restart: () => Promise<void>;
}

const CASES: readonly (readonly [title: string, define: (fixture: Fixture) => void])[] = [
  ['conditions', whereCases],
  ['random conditions', whereProperties],
  ['order, limit, distinct', orderCases],
  ['aggregates', aggregateCases],
  ['scalars', scalarCases],
  ['selection', selectionCases],
  ['variables', variableCases],
  ['permissions', permissionCases],
  ['inherited roles', inheritedRoleCases],
  ['introspection', introspectionCases],
  ['faults', faultCases],
  ['functions', functionCases],
  ['computed fields', computedFieldCases],
  ['limits', limitCases],
  ['injection', injectionCases],
  ['streams', streamCases],
  ['plans', planCases],
];

/** Defines the suite. `open` gives an empty database. */
export function graphqlContract(name: string, open: () => Promise<OpenDatabase>): void {
  describe(`GraphQL over ${name}`, () => {
    let opened: { readonly source: OpenDatabase; readonly database: RecordingDatabase; readonly engine: GraphqlEngine } | undefined;
    const started = (): NonNullable<typeof opened> => {
      if (opened === undefined) throw new Error('the database was not opened');
      return opened;
    };
    const start = async (source: OpenDatabase, database: RecordingDatabase): Promise<void> => {
      opened = { source, database, engine: await createGraphqlEngine({ database, metadata: await fixtureMetadata() }) };
    };
    const fixture: Fixture = {
      ask: graphqlClient(() => started().engine),
      engine: () => started().engine,
      database: () => started().database,
      restart: () => start(started().source, started().database),
    };

    beforeAll(async () => {
      const source = await open();
      await installFixture(source.database);
      await start(source, recordingDatabase(source.database));
    });

    afterAll(async () => {
      await opened?.source.close();
    });

    describe.each(CASES)('%s', (_, define) => {
      define(fixture);
    });
  });
}
