/**
 * What a made picture is called. The slot says which picture it is, the version from which bytes and by which program it was made: a
 * changed source gives another version in the same slot, so that an old picture is never taken for the new one and makes room for it.
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

/** Raised by hand when `decoder/transform.ts` makes other pictures than before. */
const TRANSFORM = 2;

const FORMATS: readonly AcceptClass[] = ['avif', 'webp', 'source'];

/** Returns what the version of every picture begins with. Reads the package of the decoder, not the decoder. */
export function transformVersion(): string {
  const entry = createRequire(import.meta.url).resolve('sharp');
  const facts = JSON.parse(readFileSync(path.join(path.dirname(entry), '../package.json'), 'utf8')) as { version: string };
  return `${TRANSFORM} ${facts.version}`;
}

/** Returns the slot of one picture of `source`, which is the name of a source and not of its present bytes. */
export function slotOf(source: string, order: PictureOrder): string {
  return digest(32, source, order.width, order.quality, order.format);
}

/** Returns every slot that pictures of `source` can have: some two hundred. */
export function slotsOf(source: string): readonly string[] {
  return WIDTHS.flatMap((width) => QUALITIES.flatMap((quality) => FORMATS.map((format) => slotOf(source, { width, quality, format }))));
}

/** Returns the version of pictures made by the program `transform` from the bytes that `identity` stands for. */
export function versionOf(transform: string, identity: string): string {
  return digest(16, transform, identity);
}

/** Returns the validator of an answer with this picture. */
export function etagOf({ slot, version }: DerivativeKey): string {
  return `"${slot}.${version}"`;
}

function digest(length: number, ...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\n')).slice(0, length);
}
