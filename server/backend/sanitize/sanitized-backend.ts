/**
 * The border that editors' HTML crosses on its way to pages: a content backend that rewrites every value whose key ends in `_html` by the
 * allow-list of `sanitize-html.ts`. A text is sanitised when it is first read and then known by its content, so an answer costs a search for
 * such keys. Role `admin` (tools and the server's own work) reads the text as it was written.
 *
 * What it does not cover: a field that a query renames to a key without `_html`. Only known documents reach visitors, and a test keeps
 * them from doing so.
 */
import { LRUCache } from 'lru-cache';
import { HTML_PROFILES } from '../../../shared/content/content-rules.ts';
import type { HtmlProfile } from '../../../shared/html/allowed-html.ts';
import type { ContentBackend, GraphqlAnswer } from '../backend.ts';
import { withChangedAnswers } from '../changed-answers.ts';
import { replaceHtmlValues } from './html-values.ts';

/** Clean texts kept, counted in characters of the originals and of the clean ones; 32 million hold every body of a large site. */
const CACHE_CHARACTERS = 32_000_000;

type Sanitize = (html: string, profile: HtmlProfile) => string;

/** Decorates `backend`; everything but `execute`, `dryRun` and `subscribe` is passed through. The JSON is edited as text, so long numbers keep their digits. */
export function sanitizedBackend(backend: ContentBackend, sanitize: Sanitize, cacheCharacters: number = CACHE_CHARACTERS): ContentBackend {
  const clean = rememberedSanitizer(cacheCharacters, sanitize);
  return withChangedAnswers(
    backend,
    (answer) => sanitizedAnswer(answer, clean),
    ({ role }) => role !== 'admin',
  );
}

const PROFILE_OF_COLUMN: ReadonlyMap<string, HtmlProfile> = new Map(Object.entries(HTML_PROFILES));

/** Returns the clean form of an HTML column's value; both are JSON strings. */
type Sanitizer = (column: string, literal: string) => string;

function sanitizedAnswer(answer: GraphqlAnswer, clean: Sanitizer): GraphqlAnswer {
  return answer.kind === 'errors' ? answer : { kind: 'data', json: replaceHtmlValues(answer.json, clean) };
}

/** Remembers clean values, dropping the least recently used beyond `limit` characters. */
function rememberedSanitizer(limit: number, sanitize: Sanitize): Sanitizer {
  const kept = new LRUCache<string, string>({ maxSize: limit, sizeCalculation: (clean, key) => key.length + clean.length });
  return (column, literal) => {
    const profile = PROFILE_OF_COLUMN.get(column) ?? 'trecho';
    const key = `${profile}${literal}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const clean = JSON.stringify(sanitize(String(JSON.parse(literal)), profile));
    kept.set(key, clean);
    return clean;
  };
}
