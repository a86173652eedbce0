/**
 * A content backend that gives pictures inside editors' HTML their width and height from the rows of their files, where the editor wrote
 * none: the browser then keeps their place, and nothing moves when they arrive. It reads what `sanitizedBackend` wrote.
 *
 * Sizes are remembered by file and forgotten when its row changes. A file without a size is asked again:
 * it may be published, and no event tells that. Without an answer the picture stays without a size.
 */
import { LRUCache } from 'lru-cache';
import { FILE_TABLE } from '../../../shared/content/content-rules.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import type { Logger } from '../../observability/log.ts';
import { type ContentBackend, type GraphqlAnswer, PUBLIC_CALLER } from '../backend.ts';
import { changedAnswers, oncePerAnswer } from '../changed-answers.ts';
import { replaceHtmlValues } from './html-values.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes kept; some 150 bytes each. */
const MAX_KEPT = 10_000;

/** Files that one question names, as many as the operation answers; pictures beyond keep no place. */
const MAX_SIZES_A_READ = 100;

/** A picture of the file store in the JSON text of clean HTML, where quotes are escaped and no attribute holds a `>`. */
const PICTURE = /<img src=\\"\/_image\?url=%2F(?:nhostprovider|v1%2Ffiles)%2F([0-9A-Fa-f-]{36})&amp;[^>]*>/g;

/** Decorates `backend`; everything but `execute` and `subscribe` is passed through. */
export function withPictureSizes(backend: ContentBackend, log: Logger): ContentBackend {
  const known = new LRUCache<string, Size>({ max: MAX_KEPT });
  const { dryRun } = backend;
  const forget = backend.onChange((event) => {
    if (event.kind === 'gap') known.clear();
    else for (const { table, key } of event.changes) if (table === FILE_TABLE) known.delete(key);
  });
  const sizer = (execute: ContentBackend['execute'], sizes: Sizes): ((answer: GraphqlAnswer) => Promise<GraphqlAnswer>) => {
    return async (answer) => {
      if (answer.kind === 'errors' || !answer.json.includes('<img src')) return answer;
      await learn(picturesIn(answer.json), { execute, sizes, log });
      const withSizes = (literal: string): string =>
        literal.replaceAll(PICTURE, (tag, id: string) => sizedTag(tag, sizes.get(id.toLowerCase())));
      return { kind: 'data', json: replaceHtmlValues(answer.json, (_column, literal) => withSizes(literal)) };
    };
  };
  const sized = sizer((request, options) => backend.execute(request, options), known);
  const sizedOnce = oncePerAnswer(sized);
  return {
    ...backend,
    async execute(request, options) {
      return sized(await backend.execute(request, options));
    },
    // What a dry run reads is forgotten with it.
    dryRun:
      dryRun &&
      ((work) =>
        dryRun((execute) => {
          const sizedWithin = sizer(execute, new Map());
          return work(async (request, options) => sizedWithin(await execute(request, options)));
        })),
    subscribe: (request, options) => changedAnswers(backend.subscribe(request, options), sizedOnce),
    async close() {
      forget();
      await backend.close();
    },
  };
}

interface Sizes {
  has(id: string): boolean;
  get(id: string): Size | undefined;
  set(id: string, size: Size): unknown;
}

interface Learning {
  readonly execute: ContentBackend['execute'];
  readonly sizes: Sizes;
  readonly log: Logger;
}

async function learn(ids: ReadonlySet<string>, { execute, sizes, log }: Learning): Promise<void> {
  const missing = [...ids].filter((id) => !sizes.has(id)).slice(0, MAX_SIZES_A_READ);
  if (missing.length === 0) return;
  try {
    for (const [id, size] of await readSizes(execute, missing)) sizes.set(id, size);
  } catch (err) {
    log.warn({ err }, 'the sizes of pictures in a text could not be read; they keep no place on the page');
  }
}

function picturesIn(json: string): ReadonlySet<string> {
  const ids = new Set<string>();
  replaceHtmlValues(json, (_column, literal) => {
    for (const [tag, id = ''] of literal.matchAll(PICTURE)) if (!hasBoth(writtenSize(tag))) ids.add(id.toLowerCase());
    return literal;
  });
  return ids;
}

async function readSizes(execute: ContentBackend['execute'], ids: readonly string[]): Promise<ReadonlyMap<string, Size>> {
  const request = { query: QUERY_TEXTS.ImagensDoSite, operationName: 'ImagensDoSite', variables: { ids } };
  const answer = await execute(request, { caller: PUBLIC_CALLER });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused ImagensDoSite');
  const { arquivo: rows } = JSON.parse(answer.json) as OperationResults['ImagensDoSite'];
  return new Map(rows.flatMap(({ id, largura, altura }) => (largura && altura ? [[id, { width: largura, height: altura }] as const] : [])));
}

/** What the editor wrote. */
function writtenSize(tag: string): Partial<Size> {
  const [width, height] = [/ width=\\"(\d+)\\"/.exec(tag)?.[1], / height=\\"(\d+)\\"/.exec(tag)?.[1]];
  return { ...(width === undefined ? {} : { width: Number(width) }), ...(height === undefined ? {} : { height: Number(height) }) };
}

function hasBoth({ width, height }: Partial<Size>): boolean {
  return width !== undefined && height !== undefined;
}

/** Adds the side that is missing, in the proportion of the file, or both. */
function sizedTag(tag: string, file: Size | undefined): string {
  const written = writtenSize(tag);
  if (file === undefined || hasBoth(written)) return tag;
  const { width: ownWidth, height: ownHeight } = written;
  if (ownWidth !== undefined) return withAttribute(tag, 'height', (ownWidth * file.height) / file.width);
  if (ownHeight !== undefined) return withAttribute(tag, 'width', (ownHeight * file.width) / file.height);
  return withAttribute(withAttribute(tag, 'height', file.height), 'width', file.width);
}

function withAttribute(tag: string, name: string, pixels: number): string {
  return tag.replace('<img ', String.raw`<img ${name}=\"${Math.max(1, Math.round(pixels))}\" `);
}
