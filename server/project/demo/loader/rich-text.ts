/**
 * The part of Markdown that the texts use, turned into the HTML that editors would have typed: `## heading`, `- item`, `1. step`,
 * `| cell | cell |` (first row is the head), `![caption](picture)`, `**strong**`, `[text](address)`. A paragraph stands on one line.
 */
export interface PictureInText {
  readonly src: string;
  readonly alt: string;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function inline(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');
}

type Kind = 'heading' | 'item' | 'step' | 'row' | 'picture' | 'paragraph';

const MARKS: readonly (readonly [Kind, RegExp])[] = [
  ['heading', /^## /],
  ['item', /^- /],
  ['step', /^\d+\. /],
  ['row', /^\| /],
  ['picture', /^!\[/],
];

function kindOf(line: string): Kind {
  return MARKS.find(([, mark]) => mark.test(line))?.[0] ?? 'paragraph';
}

/** The line under the head of a table. */
const RULE = /^\|( -+ \|)+$/;

/** Returns the line without its mark; a picture is read whole. */
function strip(line: string, kind: Kind): string {
  const mark = MARKS.find(([candidate]) => candidate === kind)?.[1];
  return mark === undefined || kind === 'picture' ? line : line.replace(mark, '').replace(/ \|$/, '');
}

function table(rows: readonly string[]): string {
  const [head = '', ...body] = rows;
  const cells = (row: string): readonly string[] => row.split('|').map((cell) => inline(cell.trim()));
  const heads = cells(head).map((cell) => `<th scope="col">${cell}</th>`);
  const lines = body.map(
    (row) =>
      `<tr>${cells(row)
        .map((cell, index) => (index === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`))
        .join('')}</tr>`,
  );
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

function picture(line: string, pictures: (name: string) => PictureInText): string {
  const [, caption = '', name = ''] = /^!\[(.*)\]\((.*)\)$/.exec(line) ?? [];
  const { src, alt } = pictures(name);
  return `<figure><img src="${src}" alt="${escapeHtml(alt)}" width="1600" height="900"><figcaption>${inline(caption)}</figcaption></figure>`;
}

function block(kind: Kind, lines: readonly string[], pictures: (name: string) => PictureInText): string {
  switch (kind) {
    case 'heading':
      return lines.map((line) => `<h2>${inline(line)}</h2>`).join('');
    case 'item':
      return `<ul>${lines.map((line) => `<li>${inline(line)}</li>`).join('')}</ul>`;
    case 'step':
      return `<ol>${lines.map((line) => `<li>${inline(line)}</li>`).join('')}</ol>`;
    case 'row':
      return table(lines);
    case 'picture':
      return lines.map((line) => picture(line, pictures)).join('');
    case 'paragraph':
      return lines.map((line) => `<p>${inline(line)}</p>`).join('');
    default:
      return kind satisfies never;
  }
}

/** Returns the HTML of a text. `pictures` gives the address of a picture by its name. */
export function html(text: string, pictures: (name: string) => PictureInText): string {
  const groups: { kind: Kind; lines: string[] }[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '' || RULE.test(line)) {
      continue;
    }
    const kind = kindOf(line);
    const last = groups.at(-1);
    if (last?.kind === kind) {
      last.lines.push(strip(line, kind));
    } else {
      groups.push({ kind, lines: [strip(line, kind)] });
    }
  }
  return groups.map(({ kind, lines }) => block(kind, lines, pictures)).join('');
}
