/** Streams a prepared page: what stands before its first late part at once, the rest in reading order or as its operations end. */

import type { Response } from 'express';
import type { PreparedPage } from '../../../client/entry-server.tsx';
import { failureBlock, iconsBlock, resultBlock } from '../../../shared/builds/document-blocks.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import type { PageIcons } from '../document/page-icons.ts';
import type { DeveloperMessage } from '../errors/developer-message.ts';
import type { StartedOperations } from '../page/preload.ts';
import { VisitorGone } from '../page/request-signal.ts';
import { InlineDataStream } from './inline-data.ts';
import { wholeHtml } from './settled.ts';

/**
 * Milliseconds for which the rest of a page is held after its shell. A page that is complete by then is sent in reading order. Of any other, what
 * has come is sent then, so that its reader sees that more follows (decision 0004).
 */
const IN_ORDER_MS = 500;

export interface StreamOptions {
  readonly page: PreparedPage;
  readonly operations: StartedOperations;
  readonly icons: PageIcons;
  readonly nonce: string;
  /** Boot block, in the body before everything else of ours. */
  readonly boot: string;
  /** Boot script, behind the boot block and the first results. */
  readonly bootScript: string;
  readonly timers: Timers;
  /** Ends what is still pending: the page is completed without it. */
  readonly signal: AbortSignal;
  readonly developerMessage: DeveloperMessage;
  /** Writes what the result of an operation adds for programs. */
  readonly structuredData: (index: number, data: unknown) => string;
  readonly onError: (error: unknown) => void;
  /** The shell is ready and nothing has been sent: the last moment for status and headers. */
  readonly onShell: () => void;
}

/** Returns the document of a page that has ended, in reading order and made once; null where there is none. */
export type WholeHtml = () => string | null;

/**
 * Streams a page into the response; resolves when it has ended or the visitor has gone. Rejects when the shell cannot be rendered, with
 * nothing sent.
 */
export function renderStreamed(res: Response, options: StreamOptions): Promise<WholeHtml> {
  const { nonce } = options;
  // The visitor disconnected while the page was prepared: the response will not emit `close` again.
  if (res.destroyed || options.signal.reason instanceof VisitorGone) return Promise.resolve(() => null);
  return new Promise((resolve, reject) => {
    let made: { readonly html: string | null } | undefined;
    const whole: WholeHtml = () => {
      made ??= { html: wholeHtml(options.page) };
      return made.html;
    };
    const stream = new InlineDataStream(res, options.bootScript, whole);
    let stopHolding = (): void => undefined;
    const abort = (): void => {
      const cut = (): void => render.abort(options.signal.reason);
      // At the deadline React first renders the parts whose operations were aborted as errors, which takes it two turns.
      if (options.signal.reason instanceof VisitorGone) cut();
      else void options.operations.allSettled.then(() => setImmediate(() => setImmediate(cut)));
    };
    const stop = (): void => {
      stopHolding();
      options.signal.removeEventListener('abort', abort);
      resolve(whole);
    };
    stream.once('close', stop);
    stream.inject(options.boot);
    const sent: number[] = [];
    options.operations.onResult((index, result) => {
      sent.push(index);
      const icons = iconsBlock(options.icons.introduced(sent).at(-1) ?? {});
      stream.inject(icons + resultBlock(index, result.json) + options.structuredData(index, result.data));
    });
    options.operations.onFailure((index, error) => stream.inject(failureBlock(index, options.developerMessage(error))));
    const render = options.page.render({
      nonce,
      onError: options.onError,
      onShellError: (error) => {
        options.signal.removeEventListener('abort', abort);
        reject(error);
      },
      onShellReady: () => {
        // One turn later: React renders boundaries whose data is there after the shell, and they belong in its first bytes.
        setImmediate(() => {
          if (stream.destroyed) return;
          options.onShell();
          stopHolding = options.timers.after(IN_ORDER_MS, () => stream.release());
          render.pipe(stream);
        });
      },
    });
    options.signal.addEventListener('abort', abort, { once: true });
  });
}
