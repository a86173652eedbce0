/**
 * The keys of citizens' cases. Each secret gives one key for each use, so that a value made for one use says nothing to another. The first secret
 * makes what is new; all of them read what is there, so a secret is replaced by putting its successor before it.
 */
import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';

/** One purpose of a key; the names are part of what is stored. */
export type CaseKeyUse =
  | 'codigo'
  | 'codigo-guardado'
  | 'chave'
  | 'numero'
  | 'texto'
  | 'recibo'
  | 'consulta'
  | 'encerrada'
  | 'solicitante'
  | 'tentativa'
  | 'novidade'
  | 'resumo'
  | 'senha'
  | 'conferencia';

export interface CaseKey {
  /** Names the secret beside what it encrypted; it does not reveal it. */
  readonly id: string;
  of(use: CaseKeyUse): KeyObject;
}

/** The first key is in use, the others only read. */
export type CaseKeys = readonly [CaseKey, ...CaseKey[]];

/** Makes the keys. @param secrets of 32 random bytes each, the one in use first */
export function createCaseKeys([first, ...others]: readonly [Uint8Array, ...Uint8Array[]]): CaseKeys {
  return [caseKey(first), ...others.map(caseKey)];
}

function caseKey(secret: Uint8Array): CaseKey {
  const made = new Map<CaseKeyUse, KeyObject>();
  return {
    id: hash('sha256', Buffer.concat([Buffer.from('casos '), secret]), 'hex').slice(0, 8),
    of: (use) => {
      const known = made.get(use);
      if (known !== undefined) return known;
      // RFC 5869: one key for each use.
      const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `casos ${use}`, 32)));
      made.set(use, key);
      return key;
    },
  };
}

/** Returns the keyed digest of a text for a use. */
export function keyedDigest(key: CaseKey, use: CaseKeyUse, text: string): Buffer {
  return createHmac('sha256', key.of(use)).update(text, 'utf8').digest();
}
