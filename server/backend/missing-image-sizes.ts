/**
 * A content backend that logs each picture whose row lacks width or height: its page can only guess the space to reserve for it
 * (client/components/media/image/image.tsx). It logs each such file once and passes every answer on.
 *
 * What it does not cover: pictures inside editors' HTML, a query that renames the columns, and subscriptions.
 */
import { LRUCache } from 'lru-cache';
import { FILE_TABLE, PICTURE_SIZE_COLUMNS } from '../../shared/content/content-rules.ts';
import type { Logger } from '../observability/log.ts';
import type { ContentBackend, GraphqlAnswer } from './backend.ts';

/** Files remembered as logged. Beyond this, the one that was met least recently is forgotten and may be logged again. */
const MAX_LOGGED = 1_000;

// In JSON an unescaped quote followed by a colon ends a key and nothing else, so this never matches inside a text.
const NO_SIZE = new RegExp(String.raw`"(?:${PICTURE_SIZE_COLUMNS.width}|${PICTURE_SIZE_COLUMNS.height})"\s*:\s*(?:null|0)\b`);

/** Decorates `backend`. Each answer costs one search of its text; only an answer with a missing size is parsed. */
export function warnOfMissingImageSizes(backend: ContentBackend, log: Logger): ContentBackend {
  const logged = new LRUCache<string, true>({ max: MAX_LOGGED });
  const warn = (id: string): void => {
    if (logged.get(id) === true) return;
    logged.set(id, true);
    log.warn({ arquivo: id }, 'a picture has no width or height in its metadata; its sizes are taken as zero');
  };
  return {
    ...backend,
    async execute(request, options) {
      const answer = await backend.execute(request, options);
      for (const id of idsWithoutSizes(answer)) warn(id);
      return answer;
    },
  };
}

function idsWithoutSizes(answer: GraphqlAnswer): readonly string[] {
  if (answer.kind === 'errors' || !NO_SIZE.test(answer.json)) return [];
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { __typename, id, [PICTURE_SIZE_COLUMNS.width]: width, [PICTURE_SIZE_COLUMNS.height]: height } = value as Record<string, unknown>;
    const isAsked = width !== undefined && height !== undefined;
    if (__typename === FILE_TABLE && typeof id === 'string' && isAsked && (!isSize(width) || !isSize(height))) found.push(id);
    for (const child of Object.values(value)) visit(child);
  };
  visit(JSON.parse(answer.json));
  return found;
}

function isSize(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}
