/** What is wrong with chosen files, by what their names and sizes say: told when they are chosen, before anything is sent. */
import { ATTACHMENT_ENDINGS, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '../../../shared/cases/form-limits.ts';
import { aboutFile, CASE_MESSAGES } from '../../../shared/cases/messages.ts';

/** Returns the first thing that the server would refuse the files for; null where nothing is wrong. */
export function fileFault(files: readonly File[]): string | null {
  if (files.length > MAX_ATTACHMENTS) return CASE_MESSAGES.arquivosDemais;
  const about = (message: string, file: File | undefined): string | null =>
    file === undefined ? null : aboutFile(message, files.length > 1 ? file.name : undefined);
  return (
    about(
      CASE_MESSAGES.arquivoGrande,
      files.find(({ size }) => size > MAX_ATTACHMENT_BYTES),
    ) ??
    about(
      CASE_MESSAGES.arquivoTipo,
      files.find(({ name }) => !ATTACHMENT_ENDINGS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase())),
    )
  );
}
