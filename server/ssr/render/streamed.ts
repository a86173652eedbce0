/** Streams a prepared page: the shell at once, late parts as their operations end. */
import type { Response } from 'express';
import type { PreparedPage } from '../../../client/entry-server.tsx';
import { failureBlock, iconsBlock, resultBlock } from '../../../shared/builds/document-blocks.ts';
import type { PageIcons } from '../document/page-icons.ts';
import { VisitorGone } from '../page/lifetime.ts';
import type { StartedOperations } from '../page/preload.ts';
import { InlineDataStream } from './inline-data.ts';

/** What a page that was streamed leaves behind for its settled document. */
export interface StreamedHtml {
  /** What React wrote, flush by flush; incomplete when the visitor has gone. */
  readonly flushes: readonly string[];
  readonly nonce: string;
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
