/**
 * The style elements that emotion writes carry the nonce of the document's policy: without it the browser refuses them and the application has
 * no styles. The nonce is read from the property, because browsers hide the attribute from everything else.
 */
import createCache, { type EmotionCache } from '@emotion/cache';

/** Returns the nonce of this document; empty in development, whose policy needs none. */
function documentNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Makes emotion's cache with this document's nonce. */
export function createStyleCache(): EmotionCache {
  const nonce = documentNonce();
  return createCache({ key: 'css', prepend: true, ...(nonce === '' ? {} : { nonce }) });
}
