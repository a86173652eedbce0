/** The media type of a file whose sender names none, from its first bytes. */
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

const UNKNOWN = 'application/octet-stream';

/** All that the signatures of single files need. A bounded sample keeps a hostile container from being followed through the whole file. */
const SAMPLE_BYTES = 4_100;

/** Returns the declared type unless it says nothing. */
export async function sniffedType(declared: string, path: string): Promise<string> {
  if (declared !== '' && declared !== UNKNOWN) return declared;
  return (await signatureOf(path)) ?? UNKNOWN;
}

/** Returns the type whose signature a file begins with. */
export async function signatureOf(path: string): Promise<string | undefined> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return (await fileTypeFromBuffer(buffer.subarray(0, bytesRead)))?.mime;
  } finally {
    await handle.close();
  }
}
