/** The key of access tokens from the environment, in Nhost's form: `{"type": "HS256", "key": "..."}`, or RS256 with PEM texts. */
import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** Holds key objects, which neither a log nor JSON prints. */
export interface TokenKeyConfig {
  readonly algorithm: 'HS256' | 'RS256';
  readonly kid: string | null;
  readonly verifyKey: KeyObject;
  readonly signKey: KeyObject;
}

const kid = z.string().min(1).max(200).optional();

const Shape = z.discriminatedUnion('type', [
  // RFC 7518 §3.2: a key of at least the size of the digest.
  z.object({ type: z.literal('HS256'), key: z.string().min(32), kid }),
  z.object({ type: z.literal('RS256'), key: z.string(), signing_key: z.string(), kid }),
]);

/** RFC 7518 §3.3. */
const LEAST_RSA_BITS = 2_048;

/** Reads the value of `name`. Its messages never repeat the value. */
export const tokenKey = (name: string) =>
  z
    .string()
    .optional()
    .transform((value, context): TokenKeyConfig | null => {
      if (value === undefined) return null;
      const key = readKey(value);
      if (typeof key !== 'string') return key;
      context.addIssue({ code: 'custom', message: `${name} ${key}` });
      return z.NEVER;
    });

/** Returns the key, or what is wrong with the text. */
function readKey(text: string): TokenKeyConfig | string {
  const shape = Shape.safeParse(parsed(text));
  if (!shape.success) {
    return 'must be {"type": "HS256", "key": "at least 32 characters"} or {"type": "RS256", "key": "public PEM", "signing_key": "private PEM"}';
  }
  const given = shape.data;
  if (given.type === 'HS256') {
    const secret = createSecretKey(given.key, 'utf8');
    return { algorithm: 'HS256', kid: given.kid ?? null, verifyKey: secret, signKey: secret };
  }
  const verifyKey = rsaKey(() => createPublicKey(given.key));
  const signKey = rsaKey(() => createPrivateKey(given.signing_key));
  if (verifyKey === null || signKey === null) return `needs RSA keys of at least ${LEAST_RSA_BITS} bits, as PEM`;
  if (!createPublicKey(signKey).equals(verifyKey)) return 'has a key that does not belong to its signing_key';
  return { algorithm: 'RS256', kid: given.kid ?? null, verifyKey, signKey };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is no JSON is of no shape.
    return null;
  }
}

function rsaKey(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === 'rsa' && bits >= LEAST_RSA_BITS ? key : null;
  } catch {
    // The library throws for what is no key: the caller says so.
    return null;
  }
}
