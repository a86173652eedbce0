/** Reads what a decoder answers. A picture may have taken its decoder over, so nothing of it is believed before it has the shape of an answer. */
import { z } from 'zod';
import { MEDIA_TYPES, type PictureType } from '../picture-type.ts';
import { DECODER_FAULTS, type DecoderAnswer } from './protocol.ts';

const ANSWER_HEAD = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('made'), type: z.enum(Object.keys(MEDIA_TYPES) as PictureType[]) }),
  z.object({ kind: z.literal('heavy'), detail: z.string() }),
  z.object({ kind: z.literal('refused'), code: z.enum(DECODER_FAULTS), detail: z.string() }),
]);

/** Returns the head of an answer; null for a text that is none. @param text JSON */
export function readAnswerHead(text: string): DecoderAnswer | null {
  try {
    return ANSWER_HEAD.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
