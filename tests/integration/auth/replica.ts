/** Replicas of the embedded sign-in over one database, with a clock of the test. */

import type { AuthBackend, AuthResult, AuthSession } from '../../../server/backend/auth/auth-backend.ts';
import { type EmbeddedAuth, type EmbeddedAuthOptions, openEmbeddedAuth } from '../../../server/backend/embedded/auth/embedded-auth.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { CountingHasher } from './counting-hasher.ts';
import { databaseWithBootstrap, type SharedDatabase } from './databases.ts';

export const ADMINISTRATOR = { email: 'ana@instituto.example', password: 'senha da Ana' };
export const WAY = '203.0.113.7';

export class Replicas {
  readonly hasher = new CountingHasher();
  /** Milliseconds since 1970. */
  now = Date.now();
  readonly #shared: SharedDatabase;
  readonly #opened: { readonly auth: EmbeddedAuth; readonly database: Database }[] = [];

  private constructor(shared: SharedDatabase) {
    this.#shared = shared;
  }

  static async on(kind: Database['kind']): Promise<Replicas> {
    return new Replicas(await databaseWithBootstrap(kind));
  }

  database(): Promise<Database> {
    return this.#shared.open();
  }

  /** Opens a replica; the first makes the administrator. */
  async open(options: Partial<EmbeddedAuthOptions> = {}): Promise<AuthBackend> {
    const database = await this.#shared.open();
    const auth = await openEmbeddedAuth({
      database,
      hasher: this.hasher,
      now: () => this.now,
      log: SILENT_LOG,
      firstAdministrator: { ...ADMINISTRATOR, tell: () => undefined },
      ...options,
    });
    this.#opened.push({ auth, database });
    return auth.backend;
  }

  /** Ends the replicas that are open: the server has connections for a few. */
  async end(): Promise<void> {
    for (const { auth, database } of this.#opened.splice(0)) {
      await auth.close();
      await this.#shared.release(database);
    }
  }

  async close(): Promise<void> {
    await this.end();
    await this.#shared.close();
  }
}

/** Returns the value of a result that must be one. */
export function valueOf<T>(result: AuthResult<T>): T {
  if (result.kind !== 'ok') throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.value;
}

/** Signs in where no second factor is asked for. */
export async function signedIn(auth: AuthBackend, credentials: { email: string; password: string } = ADMINISTRATOR): Promise<AuthSession> {
  const value = valueOf(await auth.signIn(credentials, WAY));
  if (value.kind !== 'session') throw new Error('a one-time code is asked for');
  return value.session;
}
