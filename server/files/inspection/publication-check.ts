/**
 * The check of what becomes a public document or picture. It refuses with reasons what must not be published, lets through what an editor
 * confirms where the law allows it, and records what it found: pages, text, size and hash.
 */
import { createReadStream } from 'node:fs';
import type { UploadReasonCode } from '../../../shared/errors/upload-reasons.ts';
import type { FileMetadata } from '../../backend/backend.ts';
import type { Spool, SpooledFile } from '../../http/spool.ts';
import type { Inspect, InspectedFile, Inspection } from '../uploads/inspection.ts';
import { signatureOf } from '../uploads/sniffed-type.ts';
import { acceptedTypes, isDeclaredAs, refusalOfType, typeOf } from './accepted-types.ts';
import type { FileFacts } from './facts.ts';
import { type FileDescription, recordRequest } from './file-record.ts';
import type { Inspector } from './inspector.ts';
import { confirmationIn, type Finding, findingsOf, isSearchable, standingReasons, warningsOf, withoutConfirmation } from './verdict.ts';

export interface PublicationCheckOptions {
  readonly spool: Spool;
  readonly inspector: Inspector;
}

export function createPublicationCheck({ spool, inspector }: PublicationCheckOptions): Inspect {
  return async (inspected, signal) => {
    const { file, bucket } = inspected;
    const sniffed = await signatureOf(file.head);
    if (sniffed?.includes('macroenabled') === true) return refused(inspected, 'DOCUMENTO_COM_MACROS');
    const type = typeOf(sniffed, file.name);
    const accepted = type === undefined ? undefined : acceptedTypes(bucket)[type];
    if (type === undefined || accepted === undefined) {
      const refusal = refusalOfType(bucket, sniffed, file.name);
      const isLocked = refusal === 'TIPO_DIVERGENTE' && sniffed === COMPOUND_FILE && (await isEncryptedPackage(file.path));
      return refused(inspected, isLocked ? 'ARQUIVO_PROTEGIDO' : refusal);
    }
    if (!isDeclaredAs(type, accepted, file)) return refused(inspected, 'TIPO_DIVERGENTE');
    const cleanedPath = await spool.nextPath();
    try {
      const facts = await inspector({ kind: accepted.kind, path: file.path, cleanedPath }, signal);
      const findings = findingsOf(file.name, facts);
      const reasons = standing(inspected, findings);
      if (reasons.length > 0) {
        await spool.discard(cleanedPath);
        return { kind: 'refused', motivos: reasons };
      }
      const cleaned = hasCopy(facts) ? await spool.adopt(cleanedPath) : null;
      return acceptance(inspected, { type, facts, findings, cleaned });
    } catch (error) {
      await spool.discard(cleanedPath);
      throw error;
    }
  };
}

function hasCopy(facts: FileFacts): boolean {
  return (facts.kind === 'picture' && facts.isCleaned) || (facts.kind === 'text' && facts.isConverted);
}

function refused(inspected: InspectedFile, code: UploadReasonCode): Inspection {
  return { kind: 'refused', motivos: standing(inspected, [{ code }]) };
}

function standing({ file, role, metadata }: InspectedFile, findings: readonly Finding[]): ReturnType<typeof standingReasons> {
  return standingReasons(findings, { name: file.name, role, confirmation: confirmationIn(metadata) });
}

interface Passed {
  readonly type: string;
  readonly facts: FileFacts;
  /** What was confirmed. */
  readonly findings: readonly Finding[];
  readonly cleaned: SpooledFile | null;
}

function acceptance({ file, metadata }: InspectedFile, { type, facts, findings, cleaned }: Passed): Inspection {
  const confirmation = confirmationIn(metadata);
  const avisos = warningsOf(file.name, facts);
  const description: FileDescription = {
    nome: file.name,
    mime: type,
    tamanho_bytes: (cleaned ?? file).size,
    sha256: (cleaned ?? file).sha256,
    ...contentOf(facts),
    ...alternativeText(metadata),
    confirmacoes:
      confirmation === null || findings.length === 0
        ? null
        : { codigos: findings.map(({ code }) => code), justificativa: confirmation.reason },
    avisos: avisos.length === 0 ? null : avisos.map(({ codigo }) => codigo),
  };
  return {
    kind: 'accepted',
    mimeType: type,
    metadata: withoutConfirmation(metadata),
    cleaned: cleaned === null ? null : { ...cleaned, name: file.name, declaredType: type },
    avisos,
    record: (stored) => recordRequest(description, stored),
  };
}

type Content = Pick<FileDescription, 'paginas' | 'pesquisavel' | 'texto_extraido' | 'largura' | 'altura'>;

const NO_CONTENT: Content = { paginas: null, pesquisavel: null, texto_extraido: null, largura: null, altura: null };

function contentOf(facts: FileFacts): Content {
  if (facts.kind === 'pdf') {
    return { ...NO_CONTENT, paginas: facts.pages, pesquisavel: isSearchable(facts), texto_extraido: storable(facts.text) };
  }
  if (facts.kind === 'text' || facts.kind === 'office') return { ...NO_CONTENT, pesquisavel: true, texto_extraido: storable(facts.text) };
  if (facts.kind === 'picture') return { ...NO_CONTENT, largura: facts.width, altura: facts.height };
  return NO_CONTENT;
}

/** Postgres takes neither NUL nor half of a character. Null where there is no text. */
function storable(text: string): string | null {
  const clean = text.toWellFormed().replaceAll('\0', '').trim();
  return clean === '' ? null : clean;
}

function alternativeText(metadata: FileMetadata): { readonly alt?: string } {
  const alt = metadata?.['alt'];
  return typeof alt === 'string' ? { alt } : {};
}

/**
 * What the signature of a compound file (MS-CFB §2.2) is called. A document of Office that asks for a password is one, as those of Office before 2007
 * are, with the encrypted document in it.
 */
const COMPOUND_FILE = 'application/x-cfb';

/** The stream that holds the document (MS-OFFCRYPTO §2.3.4.4), as the directory of the file writes its name. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether a compound file names the stream. The file is searched as bytes and not parsed: the answer decides between two refusals. */
async function isEncryptedPackage(path: string): Promise<boolean> {
  let end = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const piece = Buffer.concat([end, chunk]);
    if (piece.includes(ENCRYPTED_PACKAGE)) return true;
    end = piece.subarray(1 - ENCRYPTED_PACKAGE.length);
  }
  return false;
}
