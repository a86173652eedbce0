/** Which files may become public, and how each is inspected. */
import type { UploadReasonCode } from '../../../shared/errors/upload-reasons.ts';
import type { FileKind } from './facts.ts';

export interface AcceptedType {
  readonly kind: FileKind;
  /** Endings of names, in lower case. */
  readonly endings: readonly string[];
}

const PICTURES: Readonly<Record<string, AcceptedType>> = {
  'image/jpeg': { kind: 'picture', endings: ['jpg', 'jpeg'] },
  'image/png': { kind: 'picture', endings: ['png'] },
  'image/webp': { kind: 'picture', endings: ['webp'] },
  'image/avif': { kind: 'picture', endings: ['avif'] },
  'image/gif': { kind: 'picture', endings: ['gif'] },
};

const DOCUMENTS: Readonly<Record<string, AcceptedType>> = {
  ...PICTURES,
  'application/pdf': { kind: 'pdf', endings: ['pdf'] },
  'text/csv': { kind: 'text', endings: ['csv'] },
  'text/plain': { kind: 'text', endings: ['txt'] },
  'application/vnd.oasis.opendocument.text': { kind: 'office', endings: ['odt'] },
  'application/vnd.oasis.opendocument.spreadsheet': { kind: 'office', endings: ['ods'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { kind: 'office', endings: ['docx'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { kind: 'office', endings: ['xlsx'] },
};

/** The bucket of the pictures of the site's own design, which are public by their place alone. */
const PICTURES_ONLY = 'publico';

function takesPicturesOnly(bucket: string): boolean {
  return bucket === PICTURES_ONLY;
}

/** Returns the types of a bucket by media type. */
export function acceptedTypes(bucket: string): Readonly<Record<string, AcceptedType>> {
  return takesPicturesOnly(bucket) ? PICTURES : DOCUMENTS;
}

/** Names of the same type that programs send. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'application/x-pdf': 'application/pdf',
  'application/csv': 'text/csv',
  'application/vnd.ms-excel': 'text/csv',
};

/**
 * Returns the type of a file by its content. Texts have no signature: there the name of the file decides between tables and plain texts, and
 * the inspection whether it is a text at all.
 */
export function typeOf(sniffed: string | undefined, name: string): string | undefined {
  if (sniffed !== undefined) return OTHER_NAMES[sniffed] ?? sniffed;
  const ending = endingOf(name);
  return ending === 'csv' ? 'text/csv' : ending === 'txt' ? 'text/plain' : undefined;
}

/**
 * Returns why a file whose content is of no accepted type is refused. Where its name says one, the file is at fault: content of no known type is
 * damaged, and so is a package of an office program that is not more than an archive.
 */
export function refusalOfType(bucket: string, sniffed: string | undefined, name: string): UploadReasonCode {
  const named = Object.values(acceptedTypes(bucket)).find(({ endings }) => endings.includes(endingOf(name)));
  if (named === undefined) return takesPicturesOnly(bucket) ? 'SOMENTE_IMAGEM' : 'TIPO_NAO_ACEITO';
  const isDamaged = sniffed === undefined || (sniffed === 'application/zip' && named.kind === 'office');
  return isDamaged ? 'ARQUIVO_ILEGIVEL' : 'TIPO_DIVERGENTE';
}

/** Whether what the sender says of a file agrees with its content: the ending of its name, and the type where one was declared. */
export function isDeclaredAs(
  type: string,
  { endings }: AcceptedType,
  { name, declaredType }: { readonly name: string; readonly declaredType: string },
): boolean {
  if (!endings.includes(endingOf(name))) return false;
  const declared = OTHER_NAMES[declaredType] ?? declaredType;
  return (
    declared === '' || declared === 'application/octet-stream' || declared === type || (declared === 'text/plain' && type === 'text/csv')
  );
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
