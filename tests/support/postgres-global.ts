/**
 * One Postgres server for a whole vitest run (`globalSetup` in vitest.config.ts): its address is handed to the workers as
 * `TEST_DATABASE_URL`, on which `postgresForTests` creates a database for each suite.
 */
import { postgresForTests } from './postgres.ts';

export async function setup(): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return async () => undefined;
  const server = await postgresForTests();
  process.env['TEST_DATABASE_URL'] = server.connectionString;
  return async () => {
    delete process.env['TEST_DATABASE_URL'];
    await server.stop();
  };
}
