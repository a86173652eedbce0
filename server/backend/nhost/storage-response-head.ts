/**
 * Reads the response head of Nhost's storage service and repairs its faults: dates in Go's notation, entity tags that are weak, bare or
 * missing, names that are query-escaped. No other field of the head is used.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { parseContentRange } from '../../message/byte-ranges.ts';
import { parseContentLength } from '../../message/content-framing.ts';
import { isEntityTag, weakTag } from '../../message/entity-tags.ts';
import { parseHttpDate } from '../../message/http-date.ts';

export interface FileMetadata {
  readonly name: string;
  readonly mimeType: string;
  /** Null when the storage does not tell how long the whole is. */
  readonly size: number | null;
  /** The storage's own tag; null when it gives none that could be sent on. */
  readonly etag: string | null;
  /** The field that says when the file changed, in whatever notation. */
  readonly modified: string | null;
  /** `modified` as a time; null where its notation is not known. */
  readonly updatedAt: Date | null;
}

export type StorageHead =
  | { readonly kind: 'whole'; readonly metadata: FileMetadata }
  /** Both ends inclusive, within `metadata.size`. */
  | { readonly kind: 'part'; readonly metadata: FileMetadata & { readonly size: number }; readonly start: number; readonly end: number }
  /** There is no such file, or the caller may not know of it. */
  | { readonly kind: 'absent' }
  /** The storage did not like the range: 416 by RFC 9110, or the 400 of its own pattern. */
  | { readonly kind: 'rangeRefused' }
  | { readonly kind: 'unusable'; readonly because: string };

/** 403 stands for a hidden file and for one whose upload has not ended. */
const ABSENT = new Set([401, 403, 404, 410]);

interface Asked {
  /** Whether the request had a `Range`. */
  readonly ranged: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Reads a head. Pure. */
export function readStorageHead(status: number, headers: IncomingHttpHeaders, { ranged, now }: Asked): StorageHead {
  if (ABSENT.has(status)) return { kind: 'absent' };
  if (ranged && (status === 416 || status === 400)) return { kind: 'rangeRefused' };
  if (status !== 200 && !(ranged && status === 206)) return unusable(`answered ${status}`);
  // The length and the validators would be those of another sequence of bytes.
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() !== 'identity') return unusable('encoded a file that was asked for as it is');
  const declared = headers['content-length'];
  const length = declared === undefined ? null : parseContentLength([declared]);
  if (declared !== undefined && length === null) return unusable('gave a length that is none');
  if (status === 206) return readPart(headers, length, now);
  return { kind: 'whole', metadata: readMetadata(headers, length, now) };
}

function readPart(headers: IncomingHttpHeaders, length: number | null, now: number): StorageHead {
  const part = parseContentRange(headers['content-range'] ?? null, length);
  if (part === null) return unusable('sent a part without a valid Content-Range');
  const { first, last, complete } = part;
  return { kind: 'part', metadata: { ...readMetadata(headers, complete, now), size: complete }, start: first, end: last };
}

function unusable(because: string): StorageHead {
  return { kind: 'unusable', because };
}

function readMetadata(headers: IncomingHttpHeaders, size: number | null, now: number): FileMetadata {
  const modified = headers['last-modified'] ?? null;
  return {
    name: readName(headers['content-disposition']),
    mimeType: headers['content-type'] ?? 'application/octet-stream',
    size,
    etag: readTag(headers.etag),
    modified,
    updatedAt: modified === null ? null : readDate(modified, now),
  };
}

const BARE_TAG = /^[A-Za-z0-9._+/=-]+$/;

function readTag(field: string | undefined): string | null {
  if (field === undefined) return null;
  if (isEntityTag(field)) return field;
  return BARE_TAG.test(field) ? `"${field}"` : null;
}

/** Makes a weak entity tag of the size and the time of change, for a file without one; null when the time is not known. */
export function substituteTag(size: number, modified: string | null): string | null {
  return modified === null ? null : weakTag(`${size.toString(16)}-${Buffer.from(modified).toString('base64url').slice(0, 80)}`);
}

// Go prints a time as `2025-07-21 13:24:53.586273 +0000 +0000`, the zone's name last.
const GO_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,3})?\d* ([+-]\d\d)(\d\d)(?: \S{1,10})?$/;

function readDate(field: string, now: number): Date | null {
  const [whole, day, time, fraction = '', hours, minutes] = GO_TIME.exec(field) ?? [];
  const instant = whole === undefined ? parseHttpDate(field, now) : Date.parse(`${day}T${time}${fraction}${hours}:${minutes}`);
  return instant === null || Number.isNaN(instant) ? null : new Date(instant);
}

/** The name of a file whose own could not be read. */
const UNNAMED = 'arquivo';
const QUOTED_NAME = /;\s*filename="((?:[^"\\]|\\.)*)"/i;
const EXTENDED_NAME = /;\s*filename\*=UTF-8'[^']*'([^;\s]+)/i;

function readName(field: string | undefined): string {
  if (field === undefined) return UNNAMED;
  const extended = EXTENDED_NAME.exec(field)?.[1];
  if (extended !== undefined) return decoded(extended) ?? UNNAMED;
  const quoted = QUOTED_NAME.exec(field)?.[1]?.replaceAll(/\\(.)/g, '$1');
  if (quoted === undefined || quoted === '') return UNNAMED;
  // The service writes Go's QueryEscape, in which a space is a plus sign.
  return decoded(quoted.replaceAll('+', ' ')) ?? quoted;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A percent sign that begins no octet, or octets that are no UTF-8: the text stands for itself.
    if (error instanceof URIError) return null;
    throw error;
  }
}
