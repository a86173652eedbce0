/**
 * The key of a derivative, which is a picture made from a source. The slot identifies source, width, quality and format; the version
 * identifies the bytes of the source and the program. A changed source has another version in the same slot, so its derivative replaces the
 * old one.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AcceptClass } from '../../shared/images/accept-class.ts';
import { QUALITIES, WIDTHS } from '../../shared/images/sizes.ts';
import type { PictureOrder } from './decoder/protocol.ts';

export interface DerivativeKey {
  /** 32 hexadecimal digits. */
  readonly slot: string;
  /** 16 hexadecimal digits. */
  readonly version: string;
}

/** Increased by hand when `decoder/transform.ts` changes the pictures that it makes. */
const TRANSFORM = 2;

const FORMATS: readonly AcceptClass[] = ['avif', 'webp', 'source'];

/** Returns the part of the version that identifies the program. It reads sharp's package file and does not load sharp. */
export function transformVersion(): string {
  const entry = createRequire(import.meta.url).resolve('sharp');
  const facts = JSON.parse(readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8')) as { version: string };
  return `${TRANSFORM} ${facts.version}`;
}

/** Returns the slot of a derivative. `source` is the name of the source, which stays when its bytes change. */
export function slotOf(source: string, order: PictureOrder): string {
  return digest(32, source, order.width, order.quality, order.format);
}

/** Returns all slots that derivatives of `source` can have: about two hundred. */
export function slotsOf(source: string): readonly string[] {
  return WIDTHS.flatMap((width) => QUALITIES.flatMap((quality) => FORMATS.map((format) => slotOf(source, { width, quality, format }))));
}

/** Returns the version of derivatives that the program `transform` makes from the bytes that `identity` identifies. */
export function versionOf(transform: string, identity: string): string {
  return digest(16, transform, identity);
}

/** Returns the entity tag of an answer with this derivative. */
export function etagOf({ slot, version }: DerivativeKey): string {
  return `"${slot}.${version}"`;
}

function digest(length: number, ...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\n')).slice(0, length);
}
