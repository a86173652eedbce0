/** A hasher that does no work and counts what it is asked. */
import type { PasswordHasher } from '../../../server/backend/embedded/auth/passwords.ts';

export class CountingHasher implements PasswordHasher {
  /** The hashes that passwords were compared with. */
  readonly verified: string[] = [];
  hashed = 0;

  hash(password: string): Promise<string> {
    this.hashed += 1;
    return Promise.resolve(`resumo de ${password}`);
  }

  isOutdated(hashed: string): boolean {
    return hashed.startsWith('antigo ');
  }

  verify(hashed: string, password: string): Promise<boolean> {
    this.verified.push(hashed);
    return Promise.resolve(hashed === `resumo de ${password}` || hashed === `antigo de ${password}`);
  }
}
