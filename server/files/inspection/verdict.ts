/** Decides about a file by what was found in it and what its sender has confirmed. Pure. */
import { z } from 'zod';
import { findCpfs } from '../../../shared/content/cpf.ts';
import {
  UPLOAD_REASONS,
  UPLOAD_WARNINGS,
  type UploadReason,
  type UploadReasonCode,
  type UploadWarningCode,
} from '../../../shared/errors/upload-reasons.ts';
import type { FileMetadata } from '../../backend/backend.ts';
import type { Aviso, Motivo } from '../uploads/inspection.ts';
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

/** What of the metadata is kept with the stored file, where the public reads it: the confirmation stays with the description, which editors read. */
export function withoutConfirmation(metadata: FileMetadata): FileMetadata {
  if (metadata === null) return null;
  const { confirmado: _confirmado, justificativa: _justificativa, ...kept } = metadata;
  return kept;
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
export function isSearchable({ pages, pagesWithoutText }: Pick<PdfFacts, 'pages' | 'pagesWithoutText'>): boolean {
  return pagesWithoutText.length * 2 <= pages;
}

type PdfFacts = Extract<FileFacts, { kind: 'pdf' }>;

/** Lists what of a file with this name was not looked into. */
export function warningsOf(name: string, facts: FileFacts): readonly Aviso[] {
  const warning = (codigo: UploadWarningCode, detail: string): readonly Aviso[] => {
    const { mensagem, orientacao } = UPLOAD_WARNINGS[codigo];
    return [{ codigo, mensagem: `${mensagem} ${detail}.`, orientacao, arquivo: name }];
  };
  if (facts.kind === 'office' && facts.pictures > 0) {
    return warning('IMAGENS_NAO_VERIFICADAS', facts.pictures === 1 ? 'É uma imagem' : `São ${facts.pictures} imagens`);
  }
  if (facts.kind === 'pdf' && facts.pagesWithoutText.length > 0) {
    const { pagesWithoutText: pages } = facts;
    return warning('PAGINAS_NAO_VERIFICADAS', `${pages.length === 1 ? 'Página' : 'Páginas'} ${listed(pages.map(String))}`);
  }
  return [];
}

function when(holds: boolean, code: UploadReasonCode): readonly Finding[] {
  return holds ? [{ code }] : [];
}

/** CPF numbers or pages that a sentence names; the rest are counted. */
const MOST_NAMED = 5;

function cpfFindings(cpfs: readonly FoundCpf[]): readonly Finding[] {
  if (cpfs.length === 0) return [];
  return [{ code: 'CPF_NO_TEXTO', detail: listed(cpfs.map(({ masked, page }) => (page === 0 ? masked : `${masked} (página ${page})`))) }];
}

function listed(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` e mais ${all.length - MOST_NAMED}` : '';
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`;
}

const ADMINISTRATORS = new Set(['administrador', 'admin']);

/** Returns the reasons that stand: those that may not be confirmed, that this sender may not confirm, or has not confirmed. */
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
