/** E-mails of some paragraphs and links. */
import { escapeHtml } from '../../../shared/html/escape.ts';
import type { MailMessage } from './case-message.ts';

/** What a message is made of. */
export interface MessageParts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly (readonly [words: string, address: string])[];
  readonly closing: readonly string[];
  /** Address that ends the subscription; null where there is none yet. */
  readonly leave: string | null;
  /** Name of the site. */
  readonly site: string;
}

function linkList(links: MessageParts['links']): string {
  return `<ul>${links.map(([words, address]) => `<li><a href="${escapeHtml(address)}">${escapeHtml(words)}</a></li>`).join('')}</ul>`;
}

/** Writes the message, as text and as HTML. The subject ends with the name of the site. */
export function writtenMessage({ subject, paragraphs, links, closing, leave, site }: MessageParts): MailMessage {
  const note = 'Esta mensagem é automática. Respostas a este endereço não são lidas.';
  const erased = 'Confirme na página que abrir, e o seu endereço é apagado na hora.';
  const titled = `${subject}: ${site}`;
  const text = [
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...links.flatMap(([words, address]) => (words === address ? [address, ''] : [words, address, ''])),
    ...closing.flatMap((paragraph) => [paragraph, '']),
    ...(leave === null ? [] : [`Para não receber mais, abra o link. ${erased}`, leave, '']),
    note,
    site,
  ].join('\n');
  const shown = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(links.length === 0 ? [] : [linkList(links)]),
    ...closing.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(leave === null ? [] : [`<p><a href="${escapeHtml(leave)}">Não quero mais receber</a>. ${erased}</p>`]),
    `<p>${note}<br>${escapeHtml(site)}</p>`,
  ].join('\n');
  const html = `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"><title>${escapeHtml(titled)}</title></head><body>\n${shown}\n</body></html>\n`;
  return { subject: titled, text, html };
}
