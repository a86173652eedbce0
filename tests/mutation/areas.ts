/** The areas of the server that mutation testing covers: which files it changes, and the tests that have to notice. */
export interface MutationArea {
  /** Globs of the files that are mutated. */
  readonly mutate: readonly string[];
  /** Globs of the tests that run against each mutant. */
  readonly tests: readonly string[];
  /** Whether the tests ask for a Postgres server. */
  readonly needsPostgres?: true;
}

export const AREAS: Readonly<Record<string, MutationArea>> = {
  edge: {
    mutate: ['server/edge/**/*.ts', '!server/edge/store/shared/valkey.ts'],
    tests: [
      'tests/unit/edge/**/*.test.ts',
      'tests/properties/edge/**/*.test.ts',
      'tests/integration/edge/{*,!(shared)/**/*}.test.ts',
      'tests/integration/edge/shared/{encodings,purges,responses}.test.ts',
    ],
  },
  // Its tests wait for a real server that fails, which would take seconds for each mutant of the edge.
  valkey: {
    mutate: ['server/edge/store/shared/valkey.ts'],
    tests: ['tests/integration/edge/shared/{medium,valkey-*}.test.ts'],
  },
  purge: {
    mutate: ['server/purge/**/*.ts'],
    // The tests over an embedded backend (purge-on-change, every-table, scheduled) take minutes for each mutant.
    tests: ['tests/unit/purge/**/*.test.ts', 'tests/integration/purge/{router,loopback-request}.test.ts'],
  },
  http: {
    mutate: ['server/http/**/*.ts'],
    // The tests of the doors start the server as a process of its own, in which Stryker sees nothing.
    // The rates of clients over several replicas are counted in a Redis, where one is installed.
    tests: [
      'tests/unit/http/**/*.test.ts',
      'tests/properties/list-address.test.ts',
      'tests/integration/http/**/*.test.ts',
      'tests/integration/edge/shared/rates.test.ts',
      // Forms are read and returned by the routers of citizens' cases.
      'tests/integration/cases/received-forms.test.ts',
    ],
  },
  message: {
    mutate: ['server/message/**/*.ts'],
    tests: ['tests/unit/message/**/*.test.ts', 'tests/properties/message/**/*.test.ts'],
  },
  'images-remote': {
    mutate: ['server/images/remote/**/*.ts'],
    // The tests of the whole image service (remote.test.ts) wait for decoders, which takes seconds for each mutant.
    tests: ['tests/unit/images/{remote*,public-addresses,loop-detection}.test.ts', 'tests/integration/images/remote-*.test.ts'],
  },
  ssr: {
    // No test starts the server of development; the comparison of all fixed parts takes minutes.
    mutate: ['server/ssr/**/*.ts', '!server/ssr/development.ts'],
    tests: ['tests/unit/ssr/**/*.test.{ts,tsx}', 'tests/integration/ssr/!(fixed-parts).test.ts'],
  },
  sanitizer: {
    mutate: ['server/backend/sanitize/**/*.ts'],
    tests: ['tests/unit/backend/sanitize/**/*.test.ts'],
  },
  compiler: {
    // Printing schemas is a tool; its test starts the project's own database, which takes as long as all others together.
    mutate: ['server/backend/embedded/graphql/**/*.ts', '!server/backend/embedded/graphql/print-schema.ts'],
    // The contract runs over three databases; it compiles the same for each of them, and Postgres starts fastest.
    tests: [
      'tests/unit/backend/embedded/graphql/**/*.test.ts',
      'tests/integration/backend/embedded/graphql/{postgres,mutations-postgres,catalog,naming,stringified-numbers}.test.ts',
      'tests/integration/backend/embedded/subscriptions/read-sources.test.ts',
    ],
    needsPostgres: true,
  },
  cases: {
    mutate: ['server/cases/**/*.ts', 'server/email-subscriptions/**/*.ts', 'server/password-links/**/*.ts'],
    tests: [
      'tests/unit/cases/**/*.test.ts',
      'tests/unit/readers/**/*.test.ts',
      'tests/integration/cases/**/*.test.ts',
      'tests/integration/readers/**/*.test.ts',
      'tests/integration/auth/{account-mail,account-notices,password-links}.test.ts',
    ],
    needsPostgres: true,
  },
};
