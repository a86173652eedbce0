/** A list as a feed (Atom, RFC 4287). */
import { escapeHtml } from '../html/escape.ts';
import { type FeedEntry, lastChange, withoutCpfs } from './dataset.ts';

export interface Feed {
  /** Public address of the site, without a path. */
  readonly site: string;
  readonly title: string;
  readonly author: string;
  /** Path and query of the page that the feed is of, and of the feed itself. */
  readonly page: string;
  readonly self: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

/** What is no character of XML 1.0 (section 2.2). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Writes the feed. An entry has the address of its page for an id, which is permanent (section 4.2.6). */
export function atomFeed({ site, title, author, page, self, entries }: Feed): string {
  const updated = entries.map(updatedAt).sort();
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt-BR">
<id>${xmlText(site + self)}</id>
<title>${xmlText(title)}</title>
<updated>${updated.at(-1) ?? '1970-01-01T00:00:00Z'}</updated>
<author><name>${xmlText(author)}</name></author>
<link rel="self" type="application/atom+xml" href="${xmlText(site + self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(site + page)}"/>
${entries.map((entry) => atomEntry(entry, site)).join('')}</feed>
`;
}

/** When readers last had news of an entry. Programs that ask what is new go by it (section 4.2.15). */
function updatedAt({ published, updated }: FeedEntry): string {
  return instantOf(lastChange(published, updated));
}

function atomEntry(entry: FeedEntry, site: string): string {
  const { path, title, summary, published, file } = entry;
  return `<entry>
<id>${xmlText(site + path)}</id>
<title>${xmlText(title)}</title>
${published === null ? '' : `<published>${instantOf(published)}</published>\n`}<updated>${updatedAt(entry)}</updated>
<link rel="alternate" type="text/html" href="${xmlText(site + path)}"/>
${file === null ? '' : `<link rel="enclosure" type="${xmlText(file.type)}" length="${file.bytes}" href="${xmlText(site + file.path)}"/>\n`}${
  summary === null ? '' : `<summary>${xmlText(summary)}</summary>\n`
}</entry>
`;
}

/** A day has no hour: noon in UTC is within that day in every time zone of Brazil (RFC 4287 section 3.3 wants an hour). */
function instantOf(iso: string): string {
  return iso.length === 10 ? `${iso}T12:00:00Z` : new Date(iso).toISOString();
}

function xmlText(text: string): string {
  return escapeHtml(withoutCpfs(text).replaceAll(FORBIDDEN, ''));
}
