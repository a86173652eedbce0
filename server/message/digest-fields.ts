/**
 * Fields that hold digests, by what they are of. Whoever changes those bytes takes the digest away: one that does not fit makes a good
 * answer look forged.
 */

/** Of the content of one message (RFC 9530 §2, and the older RFC 1864): another part, another coding or no content has another. */
const OF_MESSAGE: readonly string[] = ['content-digest', 'content-md5'];

/** Of the whole representation in its coding (RFC 9530 §3, and the older RFC 3230): its parts and a 304 carry it as well. */
const OF_WHOLE: readonly string[] = ['digest', 'repr-digest'];

/** Lower-case names of the digests of one message's content. */
export const MESSAGE_DIGESTS: ReadonlySet<string> = new Set(OF_MESSAGE);

/** Lower-case names of all digests: none is true any more of bytes in another coding. */
export const DIGESTS: ReadonlySet<string> = new Set([...OF_MESSAGE, ...OF_WHOLE]);
