/**
 * Notices pictures whose row lacks width or height: their pages reserve a place by guess (client/components/media/image/image.tsx). A content
 * backend that logs each such file once and passes everything on.
 *
 * What it does not cover: pictures inside editors' HTML, and a query that renames the columns.
 */
import { FILE_TABLE, PICTURE_SIZE_COLUMNS } from '../../shared/content/content-rules.ts';
import type { Logger } from '../observability/log.ts';
import type { ContentBackend, GraphqlAnswer } from './backend.ts';

/** Files that are remembered as told; beyond it the log repeats itself rather than memory growing. */
const MAX_TOLD = 1_000;

// In JSON an unescaped quote followed by a colon ends a key and nothing else, so this never matches inside a text.
const NO_SIZE = new RegExp(String.raw`"(?:${PICTURE_SIZE_COLUMNS.width}|${PICTURE_SIZE_COLUMNS.height})"\s*:\s*(?:null|0)\b`);

/** Decorates `backend`. Costs one search of each answer's text; only an answer with a gap is read. */
export function noticeMissingSizes(backend: ContentBackend, log: Logger): ContentBackend {
  const told = new Set<string>();
  const tell = (id: string): void => {
    if (told.has(id)) return;
    if (told.size >= MAX_TOLD) told.clear();
    told.add(id);
    log.warn({ arquivo: id }, 'a picture has no width or height in its metadata; its sizes are taken as zero');
  };
  return {
    kind: backend.kind,
    get demonstration() {
      return backend.demonstration;
    },
    async execute(request, options) {
      const answer = await backend.execute(request, options);
      for (const id of idsWithoutSizes(answer)) tell(id);
      return answer;
    },
    file: (id, caller, intent) => backend.file(id, caller, intent),
    onChange: (listener) => backend.onChange(listener),
    health: (timeoutMs) => backend.health(timeoutMs),
    close: () => backend.close(),
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
