/**
 * The address that a form posts to has no page of its own. Whoever loads it, by the line of addresses or by a bookmark, is redirected to the page that
 * they come from, which has the form, or to another one where the browser names none of this site.
 */
import type { RequestHandler } from 'express';
import { isSameOrigin } from '../same-origin.ts';

/** Makes the handler of GET (RFC 9110 §15.4.4). @param path that of the form, which is never led to @param otherwise the path of a page */
export function leadToForm(path: string, siteOrigin: string, otherwise: string): RequestHandler {
  return ({ headers }, res) => {
    const from = URL.parse(headers.referer ?? '');
    const isOwn = from !== null && isSameOrigin({ host: headers.host, origin: from.origin }, siteOrigin);
    // A path that begins with two slashes would name another host.
    const leads = isOwn && !from.pathname.startsWith('//') && !from.pathname.startsWith(path);
    res.redirect(303, leads ? from.pathname + from.search : otherwise);
  };
}
