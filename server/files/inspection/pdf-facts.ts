/** Reads a PDF with PDF.js. Runs in the inspection process. */
import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { findCpfs, maskedCpf } from '../../../shared/content/cpf.ts';
import { type FileFacts, type FoundCpf, MAX_TEXT } from './facts.ts';

/** More is not read, so a CPF in it would not be found. */
const MAX_PAGES = 5_000;
const MAX_CHARACTERS = 10_000_000;

/** Letters and digits of a page that is not blank and not a picture: a scanned page may carry a stamp or a page number as text. */
const LEAST_TEXT = 30;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

export async function pdfFacts(path: string): Promise<FileFacts> {
  let pdf: Pdf;
  try {
    // Errors only; PDF.js writes warnings to the standard output, which is the answer of this process.
    pdf = await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return { kind: 'locked' };
    return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
  return pdf.numPages > MAX_PAGES ? { kind: 'exhausted', detail: `${pdf.numPages} pages` } : readPages(pdf);
}

async function readPages(pdf: Pdf): Promise<FileFacts> {
  const texts: string[] = [];
  const cpfs = new Map<string, FoundCpf>();
  let characters = 0;
  const pagesWithoutText: number[] = [];
  let hasScripts = (await pdf.hasJSActions()) || pdf.isPureXfa;
  let hasAttachments = (await pdf.getAttachments()) !== null;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const text = await textOf(page);
    characters += text.length;
    if (characters > MAX_CHARACTERS) return { kind: 'exhausted', detail: `${characters} characters` };
    if (text.replaceAll(/[^\p{L}\p{N}]/gu, '').length < LEAST_TEXT) pagesWithoutText.push(number);
    for (const { digits } of findCpfs(text)) if (!cpfs.has(digits)) cpfs.set(digits, { masked: maskedCpf(digits), page: number });
    texts.push(text);
    const extras = await extrasOf(page);
    hasScripts ||= extras.hasScripts;
    hasAttachments ||= extras.hasAttachments;
    page.cleanup();
  }
  const text = texts.join('\f').slice(0, MAX_TEXT);
  const isRestricted = (await pdf.getPermissions()) !== null;
  return { kind: 'pdf', pages: pdf.numPages, pagesWithoutText, text, isRestricted, hasScripts, hasAttachments, cpfs: [...cpfs.values()] };
}

async function textOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}

async function extrasOf(page: Page): Promise<{ readonly hasScripts: boolean; readonly hasAttachments: boolean }> {
  const annotations = (await page.getAnnotations()) as readonly { readonly subtype?: unknown; readonly actions?: unknown }[];
  const actions: unknown = await page.getJSActions();
  return {
    hasScripts: actions !== null || annotations.some((annotation) => annotation.actions !== null && annotation.actions !== undefined),
    hasAttachments: annotations.some(({ subtype }) => subtype === 'FileAttachment'),
  };
}
