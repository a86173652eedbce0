/**
 * What the site and a decoder say to each other: frames of a short JSON head and the bytes of a picture, over one socket. Node's own
 * message channel copies and serialises every buffer; for a photograph of 4 MB this costs a tenth of decoding it.
 */
import type { AcceptClass } from '../../../shared/images/accept-class.ts';
import type { ImageQuality, ImageWidth } from '../../../shared/images/sizes.ts';
import type { PictureType } from '../picture-type.ts';

/** What to make of a picture. */
export interface PictureOrder {
  readonly width: ImageWidth;
  readonly quality: ImageQuality;
  /** `source` keeps the type of the source. */
  readonly format: AcceptClass;
}

/** An order as a decoder gets it. */
export interface DecoderOrder extends PictureOrder {
  /** True where no other decoder has a heavy picture meanwhile. The answer for a heavy picture is `heavy` otherwise. */
  readonly mayBeHeavy?: boolean;
}

/** A file on this machine's disk, which the decoder reads by itself: nothing of it passes through the site's process. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** Bytes that it must have. */
  readonly size: number;
}

/** The bytes of a picture, or where they are. */
export type PictureSource = Buffer | SourceFile;

/** Head of what is asked for; the bytes of the source follow it where there is no file. */
export interface DecoderRequest {
  readonly order: DecoderOrder;
  readonly file: SourceFile | null;
}

export type DecoderFault =
  | 'UNSUPPORTED_IMAGE'
  | 'IMAGE_FORMAT_NOT_ACCEPTED'
  | 'IMAGE_TOO_LARGE'
  | 'IMAGE_UNREADABLE'
  | 'BACKEND_UNAVAILABLE'
  | 'BACKEND_TIMEOUT';

/** Head of an answer; the bytes of the picture follow it where it was made. Before that, `begun` says that all of the source is read. */
export type DecoderAnswer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'made'; readonly type: PictureType }
  | { readonly kind: 'heavy'; readonly detail: string }
  | { readonly kind: 'refused'; readonly code: DecoderFault; readonly detail: string };

/** Number of the socket in the decoder's process. */
export const DECODER_SOCKET = 3;

/** Two lengths of four bytes each, head and body, in network order. */
export const PREFIX_BYTES = 8;

/** 64 MiB: above the largest source and the largest picture that is ever made of one. */
const MAX_BODY_BYTES = 64 * 1_024 * 1_024;
/** Above the longest path that Linux opens, 4,096 bytes, with every one of them escaped. */
const MAX_HEAD_BYTES = 32_768;

export interface FrameLengths {
  readonly head: number;
  readonly body: number;
}

/** Returns prefix and head of a frame; a body of `bodyBytes` bytes is written after it. */
export function frameStart(head: DecoderRequest | DecoderAnswer, bodyBytes: number): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const start = Buffer.allocUnsafe(PREFIX_BYTES + text.length);
  start.writeUInt32BE(text.length, 0);
  start.writeUInt32BE(bodyBytes, 4);
  text.copy(start, PREFIX_BYTES);
  return start;
}

/** Reads the lengths of a frame from its first eight bytes; null for lengths that no frame of ours has. */
export function frameLengths(prefix: Buffer): FrameLengths | null {
  const lengths = { head: prefix.readUInt32BE(0), body: prefix.readUInt32BE(4) };
  return lengths.head > MAX_HEAD_BYTES || lengths.body > MAX_BODY_BYTES ? null : lengths;
}
