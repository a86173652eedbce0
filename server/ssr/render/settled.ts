/** Renders settled documents: whole, with no fallback and no inline script, fit to be stored. */
import { Writable } from 'node:stream';
import type { PreparedPage, RenderOptions } from '../../../client/entry-server.tsx';
import { failureBlock, iconsBlock, resultBlock } from '../../../shared/builds/document-blocks.ts';
import type { PageIcons } from '../document/page-icons.ts';
import type { DeveloperMessage } from '../errors/developer-message.ts';
import type { StartedOperations } from '../page/preload.ts';

/** Starts React's streaming render of a page or of an error screen. */
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
  // A part failed or was not there yet: React's streaming renderer reports the first and waits for the second.
  return renderSettled((options) => page.render(options), beforeEnd);
}

/** Makes the settled document of a page that was streamed without an error: from `html`, its whole document, or without one by one more render. */
export async function settleStreamed(page: PreparedPage, html: string | null, beforeEnd: string): Promise<SettledHtml> {
  return html === null ? renderPage(page, beforeEnd) : { body: withBlocks(html, beforeEnd), errors: [] };
}

/**
 * Renders the document of a page whose operations have all ended. A part whose operation failed is in it as an error. Null when it cannot be
 * rendered at once, as where a component threw.
 */
export function wholeHtml(page: PreparedPage): string | null {
  const html = wholeOrNull(page);
  return html === null ? null : DOCTYPE + html;
}

function wholeOrNull(page: PreparedPage): string | null {
  try {
    return page.renderWhole();
  } catch {
    // What broke the shell breaks it again in the render that follows, which reports it.
    return null;
  }
}

/** Only the streaming one of React's two renderers writes it. */
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
export function settledBlocks(operations: StartedOperations, icons: PageIcons, developerMessage: DeveloperMessage): string {
  const introduced = icons.introduced([...operations.calls.keys()]);
  return operations.states
    .map((state, index) => {
      if (state.kind === 'done') return iconsBlock(introduced[index] ?? {}) + resultBlock(index, state.result.json);
      return state.kind === 'failed' ? failureBlock(index, developerMessage(state.error)) : '';
    })
    .join('');
}
