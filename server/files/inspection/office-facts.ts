/**
 * Reads a packed office document: DOCX and XLSX (ECMA-376), ODT and ODS (OpenDocument). Every XML part is searched, also what a reader does not
 * see at once: comments, deleted text, hidden sheets, the properties of the document. Runs in the inspection process.
 */
import { readFile } from 'node:fs/promises';
import { ZipEntry } from 'node:zlib';
import { findCpfs, maskedCpf } from '../../../shared/content/cpf.ts';
import { type FileFacts, MAX_TEXT } from './facts.ts';
import { type OfficePart, readOfficePart, SHARED_TEXTS, SharedHeadings } from './office-text.ts';

/** A package with more would be no document of an office program, or one that takes its memory on purpose. */
const MAX_ENTRIES = 10_000;
const MAX_XML_BYTES = 200_000_000;
const MAX_CHARACTERS = 10_000_000;

/** Parts whose text the search of the site finds. */
const BODY = /^(?:word\/(?:document|footnotes|endnotes|header\d*|footer\d*)|xl\/(?:sharedStrings|worksheets\/[^/]+)|content)\.xml$/;

/** Programs of Visual Basic and of LibreOffice, ActiveX, and the macros of old spreadsheets. The lists of the libraries alone are no program. */
const PROGRAMS =
  /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$|(?:^|\/)activeX\/|^xl\/macrosheets\/|^Scripts\/.|^Basic\/.+(?<!\/(?:script|dialog)-l[bc]\.xml)$/i;

/** Files within the file, which are not inspected. */
const ATTACHMENTS =
  /(?:^|\/)embeddings\/.|^Object [^/]+$|\.(?:zip|docx?|docm|dotx?|xls[xmb]?|pptx?|od[tspg]|pdf|exe|dll|js|vbs|bat|cmd|ps1|html?|jar)$/i;

/** Pictures of the document. The thumbnail that programs add shows its first page, which is read. */
const PICTURES = /^(?!docProps\/|Thumbnails\/).*\.(?:jpe?g|png|gif|bmp|tiff?|webp|avif|heic|svg|emf|wmf)$/i;

class LimitReached extends Error {}

export async function officeFacts(path: string): Promise<FileFacts> {
  try {
    return await readPackage(await readFile(path));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: error instanceof LimitReached ? 'exhausted' : 'unreadable', detail };
  }
}

async function readPackage(bytes: Uint8Array<ArrayBuffer>): Promise<FileFacts> {
  const entries: ZipEntry[] = [];
  for (const entry of ZipEntry.read(bytes)) {
    if (entry.isFile) entries.push(entry);
    if (entries.length > MAX_ENTRIES) throw new LimitReached(`more than ${MAX_ENTRIES} entries`);
  }
  // PKWARE APPNOTE §4.4.4: bit 0.
  if (entries.some(({ flags }) => (flags & 1) === 1)) return { kind: 'locked' };
  const names = entries.map(({ name }) => name);
  const facts = { cpfs: new Set<string>(), text: '', hasPrograms: names.some((name) => PROGRAMS.test(name)) };
  let characters = 0;
  const count = (length: number): void => {
    characters += length;
    if (characters > MAX_CHARACTERS) throw new LimitReached(`${characters} characters`);
  };
  for await (const { name, part } of xmlParts(entries, count)) {
    if (part.isLocked) return { kind: 'locked' };
    const text = part.text.join('');
    facts.hasPrograms ||= part.hasPrograms;
    for (const { digits } of findCpfs(text)) facts.cpfs.add(digits);
    for (const digits of part.cpfs) facts.cpfs.add(digits);
    if (BODY.test(name) && facts.text.length < MAX_TEXT) facts.text += `${text}\n`;
  }
  return {
    kind: 'office',
    text: facts.text.slice(0, MAX_TEXT),
    hasPrograms: facts.hasPrograms,
    hasAttachments: names.some((name) => ATTACHMENTS.test(name)),
    pictures: names.filter((name) => PICTURES.test(name)).length,
    cpfs: [...facts.cpfs].map((digits) => ({ masked: maskedCpf(digits), page: 0 })),
  };
}

interface NamedPart {
  readonly name: string;
  readonly part: OfficePart;
}

/**
 * Unpacks one part after the other, each completely: Node's reader raises an error of its own in a stream that is left. The declared sizes bound
 * the work: an entry that unpacks to more than it declares is corrupt.
 */
async function* xmlParts(entries: readonly ZipEntry[], count: (length: number) => void): AsyncGenerator<NamedPart> {
  const parts = entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name));
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_XML_BYTES) throw new LimitReached(`${bytes} bytes of XML`);
  const headings = new SharedHeadings();
  // The shared texts first: the cells of the sheets refer to them.
  for (const entry of parts.toSorted((a, b) => Number(b.name === SHARED_TEXTS) - Number(a.name === SHARED_TEXTS))) {
    const bytesOfPart = await entry.content({ maxSize: MAX_XML_BYTES });
    yield { name: entry.name, part: readOfficePart(entry.name, bytesOfPart, { onText: count, headings }) };
  }
}
