/** Media types (RFC 9110 §8.3.1). */

// RFC 6838 §4.2: the names that can be registered.
const ESSENCE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** Says whether a text is type and subtype, as `essenceOf` returns them. */
export function isEssence(text: string): boolean {
  return ESSENCE.test(text);
}

/** Returns type and subtype of a `Content-Type` in lower case, without parameters; empty when the field is empty. */
export function essenceOf(contentType: string): string {
  const [essence = ''] = contentType.split(';', 1);
  return essence.trim().toLowerCase();
}
