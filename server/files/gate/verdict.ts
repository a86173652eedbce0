/** Decides about a file by what was found in it and what its sender has confirmed. Pure. */
import { z } from 'zod';
import { findCpfs } from '../../../shared/content/cpf.ts';
import { UPLOAD_REASONS, type UploadReason, type UploadReasonCode } from '../../../shared/errors/upload-reasons.ts';
import type { FileMetadata } from '../../backend/backend.ts';
import type { Motivo } from '../uploads/inspection.ts';
import type { FileFacts, FoundCpf } from './facts.ts';

export interface Finding {
  readonly code: UploadReasonCode;
  /** What was found, for the sentence. */
  readonly detail?: string;
}

/** What a sender confirms: the codes, and why the file is published all the same. */
const Confirmed = z.object({ confirmado: z.array(z.string()).default([]), justificativa: z.string().trim().min(10) });

export interface Confirmation {
  readonly codes: ReadonlySet<string>;
  readonly reason: string;
}

/** Reads the confirmation from the metadata of a file; null where there is none, or none that gives a reason of ten characters. */
export function confirmationIn(metadata: FileMetadata): Confirmation | null {
  const read = Confirmed.safeParse(metadata);
  return read.success && read.data.confirmado.length > 0 ? { codes: new Set(read.data.confirmado), reason: read.data.justificativa } : null;
}

/** Lists what speaks against publishing a file with this name and content. */
export function findingsOf(name: string, facts: FileFacts): readonly Finding[] {
  const named: readonly Finding[] = findCpfs(name).length > 0 ? [{ code: 'CPF_NO_NOME' }] : [];
  return [...named, ...contentFindings(facts)];
}

function contentFindings(facts: FileFacts): readonly Finding[] {
  switch (facts.kind) {
    case 'pdf':
      return [
        ...cpfFindings(facts.cpfs),
        ...when(facts.hasScripts, 'PDF_COM_SCRIPT'),
        ...when(facts.hasAttachments, 'PDF_COM_ANEXOS'),
        ...when(!isSearchable(facts), 'TEXTO_NAO_PESQUISAVEL'),
        ...when(facts.isRestricted, 'PDF_COM_RESTRICOES'),
      ];
    case 'office':
      return [
        ...cpfFindings(facts.cpfs),
        ...when(facts.hasPrograms, 'DOCUMENTO_COM_MACROS'),
        ...when(facts.hasAttachments, 'DOCUMENTO_COM_ANEXOS'),
      ];
    case 'text':
      return cpfFindings(facts.cpfs);
    case 'picture':
      return [];
    case 'locked':
      return [{ code: 'ARQUIVO_PROTEGIDO' }];
    case 'unreadable':
      return [{ code: 'ARQUIVO_ILEGIVEL' }];
    case 'too-large':
      return [{ code: 'IMAGEM_GRANDE_DEMAIS' }];
    case 'exhausted':
      return [{ code: 'VERIFICACAO_DEMOROU' }];
  }
}

/** A few pages of signatures or maps may be pictures; a document most of whose pages are is a scan. */
export function isSearchable({ pages, pagesWithText }: { readonly pages: number; readonly pagesWithText: number }): boolean {
  return pagesWithText * 2 >= pages;
}

function when(holds: boolean, code: UploadReasonCode): readonly Finding[] {
  return holds ? [{ code }] : [];
}

/** Numbers that a sentence names; the rest are counted. */
const MOST_NAMED = 5;

function cpfFindings(cpfs: readonly FoundCpf[]): readonly Finding[] {
  if (cpfs.length === 0) return [];
  const named = cpfs.slice(0, MOST_NAMED).map(({ masked, page }) => (page === 0 ? masked : `${masked} (página ${page})`));
  const more = cpfs.length > MOST_NAMED ? ` e mais ${cpfs.length - MOST_NAMED}` : '';
  return [{ code: 'CPF_NO_TEXTO', detail: `${named.join(', ')}${more}` }];
}

const ADMINISTRATORS = new Set(['administrador', 'admin']);

/** Returns the reasons that stand: those that nobody may confirm, this sender may not, or has not. */
export function standingReasons(
  findings: readonly Finding[],
  { name, role, confirmation }: { readonly name: string; readonly role: string; readonly confirmation: Confirmation | null },
): readonly Motivo[] {
  return findings
    .filter(({ code }) => !(mayConfirm(code, role) && confirmation?.codes.has(code) === true))
    .map(({ code, detail }) => {
      const { mensagem, orientacao } = UPLOAD_REASONS[code];
      return {
        codigo: code,
        mensagem: detail === undefined ? mensagem : `${mensagem} ${detail}.`,
        orientacao,
        confirmavel: mayConfirm(code, role),
        arquivo: name,
      };
    });
}

function mayConfirm(code: UploadReasonCode, role: string): boolean {
  const { confirmavelPor }: UploadReason = UPLOAD_REASONS[code];
  return confirmavelPor === 'editor' || (confirmavelPor === 'administrador' && ADMINISTRATORS.has(role));
}
