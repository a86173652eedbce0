/** E-mails of some paragraphs and links. */
import { escapeHtml } from '../../../shared/html/escape.ts';
import type { MailMessage } from './case-message.ts';

/** What a message is made of. */
export interface MessageParts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly (readonly [words: string, address: string])[];
  readonly closing: readonly string[];
  /** Address of the page that ends these messages, and what is said of it; null where nothing ends them. */
  readonly leave: { readonly address: string; readonly note: string } | null;
  /** Name of the site. */
  readonly site: string;
}

/** Marks that turn the direction of what follows them (UAX 9), the site's own words included. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name of content may have line ends, behind which a text of its own would stand in the message, and marks of direction. */
function inOneLine(words: string): string {
  return words
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(/[\t-\r\u0085\u2028\u2029 ]+/g, ' ')
    .trim();
}

function linkList(links: MessageParts['links']): string {
  return `<ul>${links.map(([words, address]) => `<li><a href="${escapeHtml(address)}">${escapeHtml(words)}</a></li>`).join('')}</ul>`;
}

/** Writes the message, as text and as HTML. The subject ends with the name of the site. */
export function writtenMessage({ subject, closing, leave, site, ...parts }: MessageParts): MailMessage {
  const paragraphs = parts.paragraphs.map(inOneLine);
  const links = parts.links.map(([words, address]) => [inOneLine(words), address] as const);
  const note = 'Esta mensagem é automática. Respostas a este endereço não são lidas.';
  const titled = inOneLine(`${subject}: ${site}`);
  const text = [
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...links.flatMap(([words, address]) => (words === address ? [address, ''] : [words, address, ''])),
    ...closing.flatMap((paragraph) => [paragraph, '']),
    ...(leave === null ? [] : [`Para não receber mais, abra o link. ${leave.note}`, leave.address, '']),
    note,
    site,
  ].join('\n');
  const shown = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(links.length === 0 ? [] : [linkList(links)]),
    ...closing.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(leave === null ? [] : [`<p><a href="${escapeHtml(leave.address)}">Não quero mais receber</a>. ${escapeHtml(leave.note)}</p>`]),
    `<p>${note}<br>${escapeHtml(site)}</p>`,
  ].join('\n');
  const html = `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"><title>${escapeHtml(titled)}</title></head><body style="overflow-wrap:anywhere">\n${shown}\n</body></html>\n`;
  return { subject: titled, text, html };
}

/** By these a mail program offers to end such messages, and does it by itself (RFC 8058). */
export function leaveFields(address: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
