/** The keys of access tokens. Each has one algorithm, so that a token cannot choose another one for it (RFC 8725 §3.1). */
import type { KeyObject } from 'node:crypto';

export interface TokenKey {
  /** Null where the operator named none: it then verifies only tokens without `kid`. */
  readonly kid: string | null;
  readonly algorithm: 'HS256' | 'RS256';
  readonly verifyKey: KeyObject;
  readonly signKey: KeyObject;
}

export interface TokenKeys {
  /** The key that signs now. */
  signing(): TokenKey;
  /** All keys whose tokens may be alive. */
  verifying(): readonly TokenKey[];
  close(): void;
}

/** The keys of an operator who brings one. */
export function fixedKeys(key: TokenKey): TokenKeys {
  return { signing: () => key, verifying: () => [key], close: () => undefined };
}
