/**
 * The border that editors' HTML crosses on its way to pages: a content backend that rewrites every value whose key ends in `_html` by the
 * allow-list of `sanitize-html.ts`. Role `admin` (tools and the server's own work) reads the text as it was written.
 *
 * What it does not cover: a field that a query renames to a key without `_html`. Only known documents reach visitors, and a test keeps
 * them from doing so.
 */
import { LRUCache } from 'lru-cache';
import { HTML_PROFILES } from '../../../shared/content/content-rules.ts';
import type { ContentBackend, GraphqlAnswer } from '../backend.ts';
import { type HtmlProfile, sanitizeHtml } from './sanitize-html.ts';

/** Clean texts kept, counted in characters of the originals; 16 million hold every body of a large site. */
const CACHE_CHARACTERS = 16_000_000;

// In JSON an unescaped quote followed by a colon ends a key and nothing else, so this never matches inside a text.
const HTML_VALUE = /([a-z_]*_html)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;

/** Decorates `backend`; everything but `execute` is passed through. The JSON is edited as text, so long numbers keep their digits. */
export function sanitizedBackend(backend: ContentBackend, cacheCharacters: number = CACHE_CHARACTERS): ContentBackend {
  const clean = rememberedSanitizer(cacheCharacters);
  return {
    kind: backend.kind,
    get demonstration() {
      return backend.demonstration;
    },
    async execute(request, options) {
      const answer = await backend.execute(request, options);
      return options.caller.role === 'admin' ? answer : sanitizedAnswer(answer, clean);
    },
    file: (id, caller, intent) => backend.file(id, caller, intent),
    onChange: (listener) => backend.onChange(listener),
    health: (timeoutMs) => backend.health(timeoutMs),
    close: () => backend.close(),
  };
}

const PROFILE_OF_COLUMN: ReadonlyMap<string, HtmlProfile> = new Map(Object.entries(HTML_PROFILES));

type Sanitizer = (html: string, profile: HtmlProfile) => string;

function sanitizedAnswer(answer: GraphqlAnswer, clean: Sanitizer): GraphqlAnswer {
  if (answer.kind === 'errors') return answer;
  const json = answer.json.replaceAll(HTML_VALUE, (_whole, key: string, literal: string) => {
    return `${key}":${JSON.stringify(clean(String(JSON.parse(`"${literal}"`)), profileOf(key)))}`;
  });
  return { kind: 'data', json };
}

function profileOf(key: string): HtmlProfile {
  return PROFILE_OF_COLUMN.get(key) ?? 'trecho';
}

/** Remembers clean texts, dropping the least recently used beyond `limit` characters of originals. */
function rememberedSanitizer(limit: number): Sanitizer {
  const kept = new LRUCache<string, string>({ maxSize: limit, sizeCalculation: (_clean, key) => key.length });
  return (html, profile) => {
    const key = `${profile}:${html}`;
    const clean = kept.get(key) ?? sanitizeHtml(html, profile);
    kept.set(key, clean);
    return clean;
  };
}
