/** The second factor: time-based one-time codes (RFC 6238), each accepted once. */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { TotpSecret } from '../../auth/auth-backend.ts';
import type { Queryable } from '../database.ts';

const PERIOD_SECONDS = 30;
/** RFC 6238 §5.2: one step for the difference of clocks and the time of typing. */
const WINDOW = 1;
/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20;

export interface OneTimeCodesOptions {
  /** Named in the authenticator. */
  readonly issuer: string;
  readonly now: () => number;
}

export interface OneTimeCodes {
  generate(account: string): TotpSecret;
  /** Says whether the code is valid now and was not used before; it is used then. */
  use(database: Queryable, owner: { readonly userId: string; readonly secret: string }, code: string): Promise<boolean>;
}

// RFC 6238 §5.2: a code is accepted once. One of the same or an earlier step is refused, since another person may have seen it typed.
const USE = `
insert into embutido.codigo_usado (usuario, passo) values ($1::uuid, $2)
on conflict (usuario) do update set passo = excluded.passo where codigo_usado.passo < excluded.passo
returning passo`;

export function createOneTimeCodes({ issuer, now }: OneTimeCodesOptions): OneTimeCodes {
  const generatorOf = (secret: Secret, label = ''): TOTP => new TOTP({ issuer, label, secret, period: PERIOD_SECONDS });
  return {
    generate: (account) => {
      const secret = new Secret({ size: SECRET_BYTES });
      const picture = renderSVG(generatorOf(secret, account).toString(), { border: 2 });
      return { imageUrl: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`, totpSecret: secret.base32 };
    },
    use: async (database, { userId, secret }, code) => {
      const timestamp = now();
      const delta = generatorOf(Secret.fromBase32(secret)).validate({ token: code, timestamp, window: WINDOW });
      if (delta === null) return false;
      const step = Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
      return (await database.query(USE, [userId, step])).rowCount === 1;
    },
  };
}
