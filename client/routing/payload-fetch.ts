import { type PagePayload, parsePayload } from '../../shared/builds/payload.ts';
import { pagePathOfPayload, payloadUrl } from '../../shared/routes/url.ts';

/** Timeout of a payload in milliseconds; after it the page requests its operations one by one. */
const DEADLINE_MS = 10_000;

/** Makes the function that fetches payloads. It returns null for anything that is not a payload; it never rejects. */
export function createPayloadFetch(fetch: typeof globalThis.fetch): (href: string) => Promise<PagePayload | null> {
  return async (href) => {
    // `//host` is an address of another site.
    if (!href.startsWith('/') || href.startsWith('//')) return null;
    try {
      const response = await fetch(payloadUrl(href), {
        credentials: 'same-origin',
        signal: AbortSignal.timeout(DEADLINE_MS),
        headers: { Accept: 'application/json' },
      });
      const payload = parsePayload(await response.json());
      return payload !== null && response.redirected ? movedTo(response.url, payload.build) : payload;
    } catch {
      // Without a payload the page requests its operations, and the visitor sees their failure instead of this one.
      return null;
    }
  };
}

/** The server redirected to the canonical address of the page; the address bar must show that one. */
function movedTo(url: string, build: string): PagePayload | null {
  const { pathname, search } = new URL(url);
  const path = pagePathOfPayload(pathname);
  return path === null ? null : { build, kind: 'redirect', to: `${path}${search}`, status: 308 };
}
