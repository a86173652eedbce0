/**
 * Storage of this browser for what the staff writes about citizens. Texts are encrypted there (AES-GCM) with keys that the server gives to the
 * signed-in person and that only the memory of this document has: after the sign-out the next person at the machine cannot read them; the
 * same person finds them again after a crash. It does not defend against a script of this site, which reads the screen itself.
 */
import type { DraftStorage } from '../../editing/drafts/draft-store.ts';

export interface SealedStorageOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Keys of the person, the one in use first. */
  readonly keys: () => Promise<readonly CryptoKey[]>;
}

/** NIST SP 800-38D §8.2.2: a random value of 96 bits. */
const NONCE_BYTES = 12;

/** Makes the storage. Where the keys cannot be had now, a text waits in memory for the next one. */
export function createSealedStorage({ storage, keys }: SealedStorageOptions): DraftStorage {
  /** What this document has written, which is newer than what is stored. */
  const written = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();
  const store = async (name: string, text: string): Promise<void> => {
    const isNewest = (): boolean => written.get(name) === text;
    if (!isNewest()) return;
    const [key] = await keys();
    if (key === undefined) return;
    const sealed = await seal(key, name, text);
    if (isNewest()) storage.setItem(name, sealed);
  };
  return {
    async getItem(name) {
      const own = written.get(name);
      if (own !== undefined) return own;
      const sealed = storage.getItem(name);
      return sealed === null ? null : open(await keys(), name, sealed);
    },
    setItem(name, text) {
      written.set(name, text);
      // One after the other, so that texts that are older by then are passed over.
      last = last.then(() => store(name, text)).catch(() => undefined);
    },
    removeItem(name) {
      written.delete(name);
      storage.removeItem(name);
    },
  };
}

/** Encrypts a text for its name; base64 of nonce and ciphertext. */
async function seal(key: CryptoKey, name: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(name) }, key, bytesOf(text));
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Returns the text; null where none of the keys opens it. */
async function open(keys: readonly CryptoKey[], name: string, sealed: string): Promise<string | null> {
  const bytes = fromBase64(sealed);
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES), additionalData: bytesOf(name) };
  for (const key of keys) {
    try {
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(NONCE_BYTES)));
    } catch {
      // The text is of another person, or of an older key.
    }
  }
  return null;
}

/** Returns the keys that the server has given, as base64. No script can read them again. */
export function importKeys(given: readonly string[]): Promise<readonly CryptoKey[]> {
  return Promise.all(given.map((text) => crypto.subtle.importKey('raw', fromBase64(text), 'AES-GCM', false, ['encrypt', 'decrypt'])));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
