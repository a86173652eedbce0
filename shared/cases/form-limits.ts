/** What a form takes: texts in characters, files in bytes. Apart from the schemas, which pages load only when a citizen begins to write. */

export const NOME = { least: 2, most: 120 } as const;
export const TEXTO_DA_MENSAGEM = { least: 10, most: 5_000 } as const;
export const TEXTO_DA_MANIFESTACAO = { least: 20, most: 10_000 } as const;
export const TEXTO_DO_PEDIDO = { least: 20, most: 10_000 } as const;
/** What a citizen writes to a case that is registered. */
export const MOST_CHARACTERS_OF_ACT = { complement: 10_000, appeal: 10_000, complaint: 10_000, rating: 2_000 } as const;

export const MAX_ATTACHMENTS = 5;
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
/** Files that a citizen may bring to one case; the database has the same bound (`casos.anexar`). */
export const MOST_FILES_OF_CASE = 20;

/** Name of the field of the files. */
export const ATTACHMENTS_FIELD = 'anexos';

/** Media types by ending, for the browser's dialog and as what the server calls them. */
export const ATTACHMENT_TYPES: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'text/csv': ['csv'],
};

export const ATTACHMENT_ENDINGS: readonly string[] = Object.values(ATTACHMENT_TYPES).flat();
