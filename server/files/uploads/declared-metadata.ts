/** What a client says of its files beside their bytes: one JSON text for each file, in the order of the files. */
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { FileMetadata } from '../../backend/backend.ts';

export interface DeclaredMetadata {
  /** Lower-case uuid; undefined where the server chooses one. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly metadata: FileMetadata;
}

const NOTHING: DeclaredMetadata = { id: undefined, name: undefined, metadata: null };

const Declared = z.object({
  id: z
    .guid()
    .optional()
    .transform((id) => id?.toLowerCase()),
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\p{Cc}/\\]*$/u)
    .optional(),
  metadata: z.record(z.string(), z.json()).nullish(),
});

/** Returns one entry for each of `count` files. @throws AppError BAD_UPLOAD for what is not of that form, and for another number of texts */
export function declaredMetadata(texts: readonly string[], count: number): readonly DeclaredMetadata[] {
  if (texts.length === 0) return Array.from({ length: count }, () => NOTHING);
  if (texts.length !== count) throw new AppError('BAD_UPLOAD', { detail: `${texts.length} metadata for ${count} files` });
  return texts.map((text) => {
    const declared = Declared.safeParse(parsed(text));
    if (!declared.success) throw new AppError('BAD_UPLOAD', { cause: declared.error, detail: 'metadata' });
    const { id, name, metadata } = declared.data;
    return { id, name, metadata: metadata ?? null };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Refused like any other text that is no object.
    return undefined;
  }
}
