/** The media type of a file whose sender names none, from its first bytes. */
import { fileTypeFromBuffer } from 'file-type';

const UNKNOWN = 'application/octet-stream';

/** Returns the declared type unless it says nothing. */
export async function sniffedType(declared: string, head: Uint8Array): Promise<string> {
  if (declared !== '' && declared !== UNKNOWN) return declared;
  return (await signatureOf(head)) ?? UNKNOWN;
}

/**
 * Returns the type whose signature a file begins with. `head`: its first bytes (`SpooledFile`); a bounded sample keeps a hostile container from being
 * followed through the whole file.
 */
export async function signatureOf(head: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(head))?.mime;
}
