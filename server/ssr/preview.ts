/**
 * The page of an address as the public would see it after a change that is not saved: its operations are asked of an executor of their own, and
 * the document has no script and no data, so nothing in it starts, asks or stores.
 */
import { AppError } from '../../shared/errors/app-error.ts';
import { errorScreenTexts } from '../../shared/errors/codes.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { type MatchedPage, matchPage, type PageOutcome, pageOutcome, parseAddress } from './page/page-outcome.ts';
import { type OperationExecutor, type QueryTexts, startOperations } from './page/preload.ts';
import { renderPage } from './render/settled.ts';
import { type PageResponseContext, preparePage } from './response/page-response.ts';

/** `page`: all data is there, and `render` needs no executor any more. `absent`: the public would find no page, or another one. */
export type PreviewedPage = { readonly kind: 'page'; render(): Promise<Buffer> } | { readonly kind: 'absent'; readonly message: string };

/** Reads the page of `path`, a path of this site without a query. */
export type PreviewPage = (path: string, executor: OperationExecutor, signal: AbortSignal) => Promise<PreviewedPage>;

export interface PreviewOptions {
  readonly context: PageResponseContext;
  readonly routes: Parameters<typeof matchPage>[0];
  readonly texts: QueryTexts;
  readonly state: () => SiteState;
}

/** Makes the function that reads pages for previews. */
export function createPreview({ context, routes, texts, state }: PreviewOptions): PreviewPage {
  return async (path, backend, signal) => {
    const address = parseAddress(path);
    const matched = matchPage(routes, address, state());
    if (matched.kind !== 'page') return absent(matched);
    const { route, input } = matched;
    const { sources } = context;
    const renderer = await sources.renderer();
    const operations = startOperations(renderer.routeCalls(route, input), { backend, texts, signal });
    await operations.allSettled;
    const main: unknown = route.main === null ? null : (await operations.result(0)).data;
    const frame = await sources.frame(renderer, route.layout, route.id);
    const outcome = pageOutcome(matched, address, frame.state, main);
    if (outcome.kind !== 'found') return absent(outcome);
    const render = async (): Promise<Buffer> => {
      const prepared = await preparePage({ ...matched, main, operations, frame, session: null, status: 200 }, context);
      const { body, errors } = await renderPage(prepared.page, '');
      if (errors.length > 0) throw new AppError('INTERNAL', { cause: errors[0], detail: 'the preview could not be rendered' });
      return withoutScripts(body);
    };
    return { kind: 'page', render };
  };
}

/** Text in a script element holds no `<` (`inlineJson`), so each ends with its own end tag. */
function withoutScripts(html: Buffer): Buffer {
  return Buffer.from(html.toString().replaceAll(/<script\b[^>]*>[^<]*<\/script>/g, ''));
}

function absent(why: Exclude<MatchedPage, { kind: 'page' }> | Exclude<PageOutcome, { kind: 'found' }>): PreviewedPage {
  switch (why.kind) {
    case 'missing':
    case 'error':
      // The text of the error screen: below it the public gets the address too, in English (specification section 2).
      return { kind: 'absent', message: errorScreenTexts(why.error.status, why.error.publicMessage).text };
    case 'moved':
    case 'redirect':
      return { kind: 'absent', message: `Este endereço leva a ${why.to}.` };
  }
}
