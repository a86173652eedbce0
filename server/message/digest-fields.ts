/**
 * Fields that carry digests (RFC 9530). Code that changes the digested bytes removes the field, because a client rejects a response whose
 * digest does not match.
 */

/** Digests of the content of one message (RFC 9530 §2, obsolete: RFC 1864). A 206 or another content coding has other content. */
const OF_CONTENT: readonly string[] = ['content-digest', 'content-md5'];

/** Digests of the selected representation in its coding (RFC 9530 §3, obsolete: RFC 3230). A 206 and a 304 carry them unchanged. */
const OF_REPRESENTATION: readonly string[] = ['digest', 'repr-digest'];

/** Lower-case names of the digests of one message's content. */
export const CONTENT_DIGESTS: ReadonlySet<string> = new Set(OF_CONTENT);

/** Lower-case names of all digests: none holds after a change of the content coding. */
export const ALL_DIGESTS: ReadonlySet<string> = new Set([...OF_CONTENT, ...OF_REPRESENTATION]);
