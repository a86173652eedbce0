/**
 * The protocol between the site and a decoder: frames of a short JSON head and the bytes of a picture, over one socket. Node's own message
 * channel copies and serialises every buffer, which costs a tenth of the decoding time for a photograph of 4 MB (measured).
 */
import type { AcceptClass } from '../../../shared/images/accept-class.ts';
import type { ImageQuality, ImageWidth } from '../../../shared/images/sizes.ts';
import type { PictureType } from '../picture-type.ts';

/** The picture to make from a source. */
export interface PictureOrder {
  readonly width: ImageWidth;
  readonly quality: ImageQuality;
  /** `source` keeps the type of the source. */
  readonly format: AcceptClass;
}

/** An order as it is sent to a decoder. */
export interface DecoderOrder extends PictureOrder {
  /** True when no other decoder makes a heavy picture at the same time; otherwise a heavy picture is answered with `heavy`. */
  readonly mayBeHeavy?: boolean;
}

/** A file on this disk, which the decoder reads itself, so that its bytes do not pass through the site's process. */
export interface SourceFile {
  /** Absolute path. */
  readonly path: string;
  /** Bytes that it must have. */
  readonly size: number;
}

/** The bytes of a picture, or the file that holds them. */
export type PictureSource = Buffer | SourceFile;

/** Head of a request; the bytes of the source follow unless there is a file. */
export interface DecoderRequest {
  readonly order: DecoderOrder;
  readonly file: SourceFile | null;
}

/** Codes of the error catalogue that a decoder answers with. */
export const DECODER_FAULTS = [
  'UNSUPPORTED_IMAGE',
  'IMAGE_FORMAT_NOT_ACCEPTED',
  'IMAGE_TOO_LARGE',
  'IMAGE_UNREADABLE',
  'BACKEND_UNAVAILABLE',
  'BACKEND_TIMEOUT',
] as const;

export type DecoderFault = (typeof DECODER_FAULTS)[number];

/** Head of an answer; the bytes of the picture follow `made`. `begun` comes before it and confirms that the whole source has been read. */
export type DecoderAnswer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'made'; readonly type: PictureType }
  | { readonly kind: 'heavy'; readonly detail: string }
  | { readonly kind: 'refused'; readonly code: DecoderFault; readonly detail: string };

/** File descriptor of the socket in the decoder's process. */
export const DECODER_SOCKET = 3;

/** Bytes of the prefix: the lengths of head and body, four bytes each in network order. */
export const PREFIX_BYTES = 8;

/** 64 MiB: more than the largest source and the largest result. */
const MAX_BODY_BYTES = 64 * 1_024 * 1_024;
/** More than the longest path of Linux, 4,096 bytes, with every byte escaped. */
const MAX_HEAD_BYTES = 32_768;

export interface FrameLengths {
  readonly head: number;
  readonly body: number;
}

/** Returns prefix and head of a frame; the caller writes a body of `bodyBytes` bytes after it. */
export function frameStart(head: DecoderRequest | DecoderAnswer, bodyBytes: number): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const start = Buffer.allocUnsafe(PREFIX_BYTES + text.length);
  start.writeUInt32BE(text.length, 0);
  start.writeUInt32BE(bodyBytes, 4);
  text.copy(start, PREFIX_BYTES);
  return start;
}

/** Parses the lengths of a frame from its prefix; null when they exceed the bounds. */
export function frameLengths(prefix: Buffer): FrameLengths | null {
  const lengths = { head: prefix.readUInt32BE(0), body: prefix.readUInt32BE(4) };
  return lengths.head > MAX_HEAD_BYTES || lengths.body > MAX_BODY_BYTES ? null : lengths;
}
