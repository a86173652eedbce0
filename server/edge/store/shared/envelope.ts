/**
 * A stored response as bytes for other replicas:
 *
 *   4 bytes   "PEC" and the version of this layout
 *   32 bytes  HMAC-SHA-256 of the key of the response and of all that follows
 *   4 bytes   length of the description
 *   ...       the description, JSON
 *   ...       the body, then its encodings
 *
 * The tag proves that a replica of this site has made the bytes for this key: another writer to the shared cache cannot place a page on the
 * site. It does not prove that they are the newest that a replica has made; purges and lifetimes, which are inside, decide that.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type EncodedVariant,
  type LogicalTimestamp,
  type ResponseHead,
  type StoredResponse,
  storedResponse,
  withEncodings,
} from '../../response/stored-response.ts';

const MAGIC = Buffer.from('PEC1');
const TAG_BYTES = 32;
const DESCRIPTION_AT = MAGIC.byteLength + TAG_BYTES + 4;

interface Description {
  readonly head: ResponseHead;
  readonly staleAt: number;
  readonly scope: string;
  readonly url: string;
  /** The last entry of the log of purges that had taken effect when the request to the origin started. */
  readonly basis: string;
  readonly encodings: readonly (Pick<EncodedVariant, 'coding' | 'quality'> & { readonly bytes: number })[];
  readonly bodyBytes: number;
}

/** An opened envelope. */
export interface SharedCopy {
  readonly basis: string;
  /** Makes the stored response. @param began its place in this replica's order of purges. */
  readonly response: (began: LogicalTimestamp) => StoredResponse;
}

export type OpenedEnvelope =
  | { readonly kind: 'opened'; readonly copy: SharedCopy }
  /** `because` is a token for events and logs. */
  | { readonly kind: 'refused'; readonly because: 'version' | 'signature' };

/** Returns the bytes of a complete response that no request field selects. */
export function seal(key: string, stored: StoredResponse, basis: string, secret: Uint8Array): Buffer {
  const { head, staleAt, scope, url, body } = stored;
  const variants = stored.encodings ?? [];
  const encodings = variants.map(({ coding, quality, response }) => ({ coding, quality, bytes: response.body.byteLength }));
  const description: Description = { head, staleAt, scope, url, basis, encodings, bodyBytes: body.byteLength };
  const text = Buffer.from(JSON.stringify(description));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.byteLength);
  const content = [length, text, body, ...variants.map(({ response }) => response.body)];
  return Buffer.concat([MAGIC, tagOf(key, content, secret), ...content]);
}

/** Reads what `seal` made for the same key with the same secret. */
export function open(key: string, bytes: Buffer, secret: Uint8Array): OpenedEnvelope {
  if (!bytes.subarray(0, MAGIC.byteLength).equals(MAGIC)) return { kind: 'refused', because: 'version' };
  const tag = bytes.subarray(MAGIC.byteLength, MAGIC.byteLength + TAG_BYTES);
  const expected = tagOf(key, [bytes.subarray(MAGIC.byteLength + TAG_BYTES)], secret);
  if (tag.byteLength !== TAG_BYTES || !timingSafeEqual(tag, expected)) return { kind: 'refused', because: 'signature' };
  const bodyAt = DESCRIPTION_AT + bytes.readUInt32BE(DESCRIPTION_AT - 4);
  // The tag proves the shape: a replica of this version wrote it.
  const description = JSON.parse(bytes.toString('utf8', DESCRIPTION_AT, bodyAt)) as Description;
  return {
    kind: 'opened',
    copy: { basis: description.basis, response: (began) => responseOf(description, bytes.subarray(bodyAt), began) },
  };
}

function tagOf(key: string, content: readonly Buffer[], secret: Uint8Array): Buffer {
  const hmac = createHmac('sha256', secret).update(`${Buffer.byteLength(key)} ${key}`);
  for (const part of content) hmac.update(part);
  return hmac.digest();
}

function responseOf(description: Description, content: Buffer, began: LogicalTimestamp): StoredResponse {
  const { head, staleAt, scope, url, bodyBytes, encodings } = description;
  const rebuilt = storedResponse(head, content.subarray(0, bodyBytes), began, [], { scope, url });
  const stored = { ...rebuilt, staleAt: Math.min(rebuilt.staleAt, staleAt) };
  let at = bodyBytes;
  const bodies = encodings.map(({ coding, quality, bytes }) => {
    at += bytes;
    return { coding, quality, body: content.subarray(at - bytes, at) };
  });
  return bodies.length === 0 ? stored : withEncodings(stored, bodies);
}
