/**
 * Words of the glossary explained in a text where they first stand: a button that opens its explanation, which a browser does by itself (HTML, popover).
 * A browser that cannot shows the explanation behind the word.
 */
import { escapeHtml } from './escape.ts';
import { glossaryAddress, glossaryAnchor } from './glossary-place.ts';

export interface GlossaryTerm {
  readonly id: number;
  readonly termo: string;
  /** The short form, as RPPS. */
  readonly sigla: string | null;
  readonly definicao: string;
  /** Where the definition is from. */
  readonly fonte_url: string | null;
}

/** The terms that a text has, as the database answers them beside it. */
export function termsOf({ termos }: { readonly termos: readonly { readonly termo: GlossaryTerm | null }[] }): readonly GlossaryTerm[] {
  return termos.flatMap(({ termo }) => (termo === null ? [] : [termo]));
}

/** Elements in which no word is explained: they are something to press, a title, or no running text. */
const SPARED = /^(?:a|h[1-6]|button|code|pre|th|caption|summary)$/;

/**
 * Returns sanitised HTML with its first mentions explained. Reads only the form that the sanitiser writes, in which `<` begins a tag; its time grows with
 * the length of the text.
 */
export function withExplanations(html: string, terms: readonly GlossaryTerm[]): string {
  const names = namesOf(terms);
  if (names.size === 0) return html;
  const written = [...names.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const mention = new RegExp(`(^|[^\\p{L}\\p{N}&])(${written.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const explained = new Set<number>();
  const spared: string[] = [];
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      const [, closing = '', element = ''] = /^<(\/?)([a-z][a-z0-9]*)/.exec(part) ?? [];
      if (element !== '') {
        if (SPARED.test(element) && closing === '') spared.push(element);
        else if (SPARED.test(element)) spared.pop();
        return part;
      }
      if (spared.length > 0) return part;
      return part.replaceAll(mention, (whole, before: string, words: string) => {
        const term = names.get(words.toLowerCase());
        if (term === undefined || explained.has(term.id) || isOtherWord(words, term)) return whole;
        explained.add(term.id);
        return before + explanation(words, term);
      });
    })
    .join('');
}

function namesOf(terms: readonly GlossaryTerm[]): ReadonlyMap<string, GlossaryTerm> {
  const names = new Map<string, GlossaryTerm>();
  for (const term of terms) {
    for (const name of [term.termo, term.sigla ?? '']) if (name.trim() !== '') names.set(escapeHtml(name.trim()).toLowerCase(), term);
  }
  return names;
}

/** A short form in other letters is another word: "CRP", not "crp". */
function isOtherWord(words: string, { termo, sigla }: GlossaryTerm): boolean {
  return sigla !== null && words.toLowerCase() === sigla.toLowerCase() && words !== sigla && sigla.toLowerCase() !== termo.toLowerCase();
}

function explanation(words: string, { id, termo, sigla, definicao, fonte_url }: GlossaryTerm): string {
  const name = sigla === null ? termo : `${termo} (${sigla})`;
  const source = fonte_url === null ? '' : ` <a href="${escapeHtml(fonte_url)}" rel="noopener">Fonte</a>`;
  return (
    `<button type="button" popovertarget="${glossaryAnchor(id)}">${words}</button>` +
    `<span popover id="${glossaryAnchor(id)}"><strong>${escapeHtml(name)}</strong>: ${escapeHtml(definicao)}${source} ` +
    `<a href="${glossaryAddress(id)}">Ver no glossário</a></span>`
  );
}
