/** Media types by the short names that people know them by. */
const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'text/csv': 'CSV',
  'text/plain': 'texto',
  'text/html': 'HTML',
  'application/json': 'JSON',
  'application/xml': 'XML',
  'application/zip': 'ZIP',
  'application/msword': 'DOC',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.oasis.opendocument.text': 'ODT',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
  'application/pkcs7-signature': 'assinatura digital',
};

/** Returns the short name of a media type; null for one that has none. */
export function mediaTypeName(mime: string): string | null {
  return NAMES[mime] ?? (mime.startsWith('image/') ? 'imagem' : null);
}
