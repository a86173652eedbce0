/** Tags of the forms that the edge makes, in preconditions that the origin evaluates: it knows only those of what it sent itself. */
import type { IncomingMessage } from 'node:http';
import { fieldValue } from '../../message/field-lines.ts';
import { rewriteField } from './rewriting.ts';

/** As `codedFields` makes them of the origin's. */
const OF_A_FORM = /-(?:br|gzip|zstd)"$/;

/**
 * Puts behind each tag of a coded form the one that it was made of (RFC 9110 §8.8.3.3): who holds a form holds what the origin knows by
 * that tag, so `If-Match` holds where it is current (§13.1.1). The first stays, because an origin may have such tags of its own. A GET or
 * HEAD keeps its `If-None-Match`: the 304 would be about other bytes than the client has.
 */
export function nameOriginTags(req: IncomingMessage): void {
  const { method, rawHeaders } = req;
  const names = method === 'GET' || method === 'HEAD' ? ['If-Match'] : ['If-Match', 'If-None-Match'];
  for (const name of names) {
    const list = fieldValue(rawHeaders, name.toLowerCase());
    const named = list === null ? null : withOriginTags(list);
    if (named !== null && named !== list) rewriteField(req, name, named);
  }
}

function withOriginTags(list: string): string {
  return list.replaceAll(/(?:W\/)?"[^"]*"/g, (tag) => (OF_A_FORM.test(tag) ? `${tag}, ${tag.replace(OF_A_FORM, '"')}` : tag));
}
