/**
 * The two ways to turn a prepared page into bytes. Settled: rendered whole, no fallback, no inline script, fit to be stored. Streamed:
 * the shell at once, late parts as their operations end.
 */
import { Writable } from 'node:stream';
import type { Response } from 'express';
import type { PreparedPage, RenderOptions } from '../../../client/entry-server.tsx';
import { failureBlock, iconsBlock, resultBlock } from '../../../shared/builds/document-blocks.ts';
import type { PageIcons } from '../document/page-icons.ts';
import { settledFromStream } from '../fast/settled-from-stream.ts';
import { VisitorGone } from '../page/lifetime.ts';
import type { StartedOperations } from '../page/preload.ts';
import { InlineDataStream } from './inline-data.ts';

/** Starts a render of React's; both a page and an error screen fit. */
export type StartRender = (options: RenderOptions) => { pipe(destination: NodeJS.WritableStream): unknown; abort(reason?: unknown): void };

export interface SettledHtml {
  readonly body: Buffer;
  /** Errors that React reported; with any, the document must not be stored. */
  readonly errors: readonly unknown[];
}

const END_OF_DOCUMENT = '</body></html>';

/** Renders a whole page; `beforeEnd` goes inside the body, at its end. @throws what broke the shell. */
export async function renderPage(page: PreparedPage, beforeEnd: string): Promise<SettledHtml> {
  const html = wholeOrNull(page);
  if (html !== null) return { body: withBlocks(html, beforeEnd, DOCTYPE), errors: [] };
  // Something failed or was not there yet: React's other renderer waits for the one and says what the other is.
  return renderSettled((options) => page.render(options), beforeEnd);
}

/** What a page that was streamed leaves behind for its settled document. */
export interface StreamedHtml {
  /** What React wrote, flush by flush; incomplete when the visitor has gone. */
  readonly flushes: readonly string[];
  readonly nonce: string;
}

/** Makes the settled document of a page that was streamed without an error: from what was streamed, or else drawn again. */
export async function settleStreamed(page: PreparedPage, { flushes, nonce }: StreamedHtml, beforeEnd: string): Promise<SettledHtml> {
  const html = settledFromStream(flushes, nonce);
  if (html === null) return renderPage(page, beforeEnd);
  page.adopt(html);
  return { body: withBlocks(html, beforeEnd), errors: [] };
}

function wholeOrNull(page: PreparedPage): string | null {
  try {
    return page.renderWhole();
  } catch {
    // What broke the shell breaks it again in the render that follows, which reports it.
    return null;
  }
}

/** Of React's two renderers only the one that streams writes it. */
const DOCTYPE = '<!DOCTYPE html>';

/** In pieces: a string that is put together from long ones is copied once more before it is encoded. */
function withBlocks(html: string, blocks: string, before = ''): Buffer {
  const at = html.lastIndexOf(END_OF_DOCUMENT);
  const end = at === -1 ? html.length : at;
  return Buffer.concat([Buffer.from(before), Buffer.from(html.slice(0, end)), Buffer.from((at === -1 ? '' : blocks) + html.slice(end))]);
}

/** Renders a whole document, waiting for what it needs. @throws what broke the shell. */
export function renderSettled(start: StartRender, beforeEnd: string): Promise<SettledHtml> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const errors: unknown[] = [];
    const collector = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
      final: (done) => {
        resolve({ body: withBlocks(Buffer.concat(chunks).toString('utf8'), beforeEnd), errors });
        done();
      },
    });
    const render = start({
      onError: (error) => {
        errors.push(error);
      },
      onShellError: reject,
      onAllReady: () => {
        render.pipe(collector);
      },
    });
  });
}

/** The blocks of all operations that have ended, in the order of the route's list, each behind the icons that it is the first to name. */
export function settledBlocks(operations: StartedOperations, icons: PageIcons): string {
  const introduced = icons.introduced([...operations.calls.keys()]);
  return operations.calls
    .map((_call, index) => {
      const state = operations.state(index);
      if (state.kind === 'done') return iconsBlock(introduced[index] ?? {}) + resultBlock(index, state.result.json);
      return state.kind === 'failed' ? failureBlock(index) : '';
    })
    .join('');
}

export interface StreamOptions {
  readonly page: PreparedPage;
  readonly operations: StartedOperations;
  readonly icons: PageIcons;
  readonly nonce: string;
  /** Boot block, in the body before everything else of ours. */
  readonly boot: string;
  /** Boot script, behind the boot block and the first results. */
  readonly bootScript: string;
  /** Ends what is still pending: the page is completed without it. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  /** The shell is ready and nothing has been sent: the last moment for status and headers. */
  readonly onShell: () => void;
}

/**
 * Streams a page into the response; resolves with what React wrote when it has ended or the visitor has gone. Rejects when the shell
 * cannot be rendered, with nothing sent.
 */
export function renderStreamed(res: Response, options: StreamOptions): Promise<StreamedHtml> {
  const { nonce } = options;
  // Gone while the page was prepared: nothing would ever tell the stream.
  if (res.destroyed || options.signal.reason instanceof VisitorGone) return Promise.resolve({ flushes: [], nonce });
  return new Promise((resolve, reject) => {
    const stream = new InlineDataStream(res, options.bootScript);
    const abort = (): void => {
      const cut = (): void => render.abort(options.signal.reason);
      // At the deadline the parts whose operations were cut are drawn as errors first; two turns are React's own for it.
      if (options.signal.reason instanceof VisitorGone) cut();
      else void options.operations.allSettled.then(() => setImmediate(() => setImmediate(cut)));
    };
    const stop = (): void => {
      options.signal.removeEventListener('abort', abort);
      resolve({ flushes: stream.flushes, nonce });
    };
    stream.once('close', stop);
    stream.inject(options.boot);
    const sent: number[] = [];
    options.operations.onResult((index, result) => {
      sent.push(index);
      stream.inject(iconsBlock(options.icons.introduced(sent).at(-1) ?? {}) + resultBlock(index, result.json));
    });
    options.operations.onFailure((index) => stream.inject(failureBlock(index)));
    const render = options.page.render({
      nonce,
      onError: options.onError,
      onShellError: (error) => {
        options.signal.removeEventListener('abort', abort);
        reject(error);
      },
      onShellReady: () => {
        // One turn later: parts inside a boundary whose data is there are drawn after the shell, and belong in its first bytes.
        setImmediate(() => {
          if (stream.destroyed) return;
          options.onShell();
          render.pipe(stream);
        });
      },
    });
    options.signal.addEventListener('abort', abort, { once: true });
  });
}
