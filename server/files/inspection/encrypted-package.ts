/** Documents of Office that ask for a password: a compound file, as those of Office before 2007 are, with the encrypted document in it. */
import { createReadStream } from 'node:fs';

/** What the signature of a compound file (MS-CFB §2.2) is called. */
export const COMPOUND_FILE = 'application/x-cfb';

/** The stream that holds the document (MS-OFFCRYPTO §2.3.4.4), as the directory of the file writes its name. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether a compound file names the stream. The file is searched as bytes and not parsed: the answer decides between two refusals. */
export async function isEncryptedPackage(path: string): Promise<boolean> {
  let end = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const piece = Buffer.concat([end, chunk]);
    if (piece.includes(ENCRYPTED_PACKAGE)) return true;
    end = piece.subarray(1 - ENCRYPTED_PACKAGE.length);
  }
  return false;
}
