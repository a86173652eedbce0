/** Replicas of the embedded sign-in over one database, with a clock of the test. */

import type { AuthBackend, AuthResult, AuthSession } from '../../../server/backend/auth/auth-backend.ts';
import { type EmbeddedAuth, type EmbeddedAuthOptions, openEmbeddedAuth } from '../../../server/backend/embedded/auth/embedded-auth.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { SILENT_LOG } from '../../../server/observability/log.ts';
import { CountingHasher } from './counting-hasher.ts';
import { databaseWithBootstrap, type SharedDatabase } from './databases.ts';

export const ADMINISTRATOR = { email: 'ana@instituto.example', password: 'senha da Ana' };
export const WAY = '203.0.113.7';

export class Replicas {
  readonly hasher = new CountingHasher();
  /** Milliseconds since 1970. */
  now = Date.now();
  readonly #shared: SharedDatabase;
  readonly #opened: EmbeddedAuth[] = [];

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
    const opened = await openEmbeddedAuth({
      database: await this.#shared.open(),
      hasher: this.hasher,
      now: () => this.now,
      log: SILENT_LOG,
      firstAdministrator: { ...ADMINISTRATOR, tell: () => undefined },
      ...options,
    });
    this.#opened.push(opened);
    return opened.backend;
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((opened) => opened.close()));
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
