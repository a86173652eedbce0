/** What is found out about a file before it is stored, and what the editor reads where it may not be published as it is. */
import type { FileMetadata, GraphqlRequest } from '../../backend/backend.ts';
import type { SentFile } from './upload-form.ts';

/** Why a file is refused: a code for programs, a sentence in Portuguese for the sender, and what to do about it. */
export interface Motivo {
  readonly codigo: string;
  readonly mensagem: string;
  readonly orientacao: string;
  /** Whether this may be published all the same by who says why. */
  readonly confirmavel: boolean;
  /** Name of the file. */
  readonly arquivo: string;
}

/** What the inspection could not look into. It keeps nothing from being published. */
export type Aviso = Omit<Motivo, 'confirmavel'>;

export interface InspectedFile {
  readonly file: SentFile;
  readonly bucket: string;
  readonly metadata: FileMetadata;
  readonly role: string;
}

export type Inspection =
  | { readonly kind: 'refused'; readonly motivos: readonly Motivo[] }
  | {
      readonly kind: 'accepted';
      readonly mimeType: string;
      /** What is stored of the metadata: whoever may download the file reads it. */
      readonly metadata: FileMetadata;
      /** The file without what must not be published, or in the encoding in which it is served; null where it is stored as it was sent. */
      readonly cleaned: SentFile | null;
      readonly avisos: readonly Aviso[];
      /** Returns the mutation that records what was found, for the id under which the file is stored. */
      readonly record: ((stored: { readonly id: string; readonly earlier: string | null }) => GraphqlRequest) | null;
    };

/** @throws AppError where the file could not be inspected; it is not stored then */
export type Inspect = (inspected: InspectedFile, signal: AbortSignal) => Promise<Inspection>;
