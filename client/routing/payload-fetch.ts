import { type PagePayload, parsePayload } from '../../shared/builds/payload.ts';
import { pagePathOfPayload, payloadUrl } from '../../shared/routes/url.ts';

/** Milliseconds until a payload is given up and the page asks for its operations one by one. */
const DEADLINE_MS = 10_000;

/** Makes the function that fetches payloads. It returns null for anything that is not a payload; it never rejects. */
export function createPayloadFetch(fetch: typeof globalThis.fetch): (href: string) => Promise<PagePayload | null> {
  return async (href) => {
    // `//host` would name another site.
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
      // A payload is a shortcut: without it the page loads by its operations, and their failure is the one to be shown.
      return null;
    }
  };
}

/** The server knew the page by another spelling of its address: that one belongs into the address bar. */
function movedTo(url: string, build: string): PagePayload | null {
  const { pathname, search } = new URL(url);
  const path = pagePathOfPayload(pathname);
  return path === null ? null : { build, kind: 'redirect', to: `${path}${search}`, status: 308 };
}
