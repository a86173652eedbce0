/** The request fields that the edge reads itself, read in one pass: on a HIT Node then never builds its own map of headers. */
import type { Fields } from '../../message/field-lines.ts';

export interface RequestHeaders {
  readonly host: string | null;
  readonly cacheControl: string | null;
  readonly pragma: string | null;
  readonly range: string | null;
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  readonly ifModifiedSince: string | null;
  readonly ifUnmodifiedSince: string | null;
  readonly ifRange: string | null;
  readonly acceptEncoding: string | null;
  readonly connection: string | null;
  readonly authorization: string | null;
  readonly cookie: string | null;
}

/** Reads request fields. Several lines of one field are one list (RFC 9110 §5.3). */
export function readRequestHeaders(fields: Fields): RequestHeaders {
  const headers: { -readonly [Name in keyof RequestHeaders]: string | null } = {
    host: null,
    cacheControl: null,
    pragma: null,
    range: null,
    ifMatch: null,
    ifNoneMatch: null,
    ifModifiedSince: null,
    ifUnmodifiedSince: null,
    ifRange: null,
    acceptEncoding: null,
    connection: null,
    authorization: null,
    cookie: null,
  };
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    const field = fieldOf(name);
    if (field === null) continue;
    const line = fields[index + 1] ?? '';
    const before = headers[field];
    headers[field] = before === null ? line : `${before}, ${line}`;
  }
  return headers;
}

/** Compares lengths first: this distinguishes nearly all field names without lower-casing them. */
function fieldOf(name: string): keyof RequestHeaders | null {
  switch (name.length) {
    case 4:
      return name.toLowerCase() === 'host' ? 'host' : null;
    case 5:
      return name.toLowerCase() === 'range' ? 'range' : null;
    case 6: {
      const lower = name.toLowerCase();
      if (lower === 'pragma') return 'pragma';
      return lower === 'cookie' ? 'cookie' : null;
    }
    case 8: {
      const lower = name.toLowerCase();
      if (lower === 'if-match') return 'ifMatch';
      return lower === 'if-range' ? 'ifRange' : null;
    }
    case 10:
      return name.toLowerCase() === 'connection' ? 'connection' : null;
    case 13: {
      const lower = name.toLowerCase();
      if (lower === 'cache-control') return 'cacheControl';
      if (lower === 'authorization') return 'authorization';
      return lower === 'if-none-match' ? 'ifNoneMatch' : null;
    }
    case 15:
      return name.toLowerCase() === 'accept-encoding' ? 'acceptEncoding' : null;
    case 17:
      return name.toLowerCase() === 'if-modified-since' ? 'ifModifiedSince' : null;
    case 19:
      return name.toLowerCase() === 'if-unmodified-since' ? 'ifUnmodifiedSince' : null;
    default:
      return null;
  }
}
