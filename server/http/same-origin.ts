/**
 * Requests that another site makes in a visitor's name. A cookie authenticates an unsafe request only where the browser says that a page of
 * ours sent it: by `Sec-Fetch-Site` (Fetch Metadata) and by `Origin`, which browsers send with every POST (Fetch, "append a request Origin
 * header"). A client that sends neither is no browser, so no site makes it send a cookie. `SameSite` is the second defence.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Says whether a page of ours, or no page at all, sent the request. `siteOrigin` is that of SITE_URL. */
export function isSameOrigin(headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  const { origin, host = '' } = headers;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false;
  return origin === undefined || origin === siteOrigin || isOriginOf(origin, host);
}

/** The site may be open under a second name, such as an address in the institution's network: its pages name that host in both fields. */
function isOriginOf(origin: string, host: string): boolean {
  return URL.canParse(origin) && /^https?:/.test(new URL(origin).protocol) && new URL(origin).host === host.toLowerCase();
}
