/**
 * Renders each error screen once for a layout and a status and keeps it until the site's state or look changes. What one answer
 * says is put into marked places, so an unknown path costs no render (decision 0012).
 */
import type { Renderer } from '../../../client/entry-server.tsx';
import { languageOfMessage } from '../../../shared/errors/codes.ts';
import { escapeHtml } from '../../../shared/html/escape.ts';
import type { Layout } from '../../../shared/routes/types.ts';
import type { DocumentSources } from '../document/document-sources.ts';
import { renderSettled } from '../render/settled.ts';

/** Private-use characters: no text of ours holds them, and HTML escaping leaves them alone. */
const MESSAGE_MARK = '\ue000mensagem\ue001';
const REQUEST_MARK = '\ue000pedido\ue001';
const LIST_MARK = '\ue000lista\ue001';
const MARKS = new RegExp(`${MESSAGE_MARK}|${REQUEST_MARK}|${LIST_MARK}`, 'g');

interface ErrorScreenRequest {
  readonly layout: Layout;
  readonly status: number;
  readonly message: string;
  /** Request id; null where the answer may be shared by many requests. */
  readonly requestId: string | null;
  /** Address of the list that a withdrawn page was in. */
  readonly list: string | null;
}

export interface ErrorScreens {
  /** Returns the document of an error. @throws when the screen itself cannot be rendered. */
  document(request: ErrorScreenRequest): Promise<Buffer>;
}

/** Makes the store of prepared screens; bounded by layouts times statuses. */
export function createErrorScreens(sources: DocumentSources): ErrorScreens {
  let preparedFor: readonly unknown[] = [];
  let prepared = new Map<string, Promise<string>>();
  return {
    async document(request) {
      const renderer = await sources.renderer();
      const revision = [renderer, sources.state(), sources.temaHref()];
      if (revision.some((part, index) => part !== preparedFor[index])) {
        preparedFor = revision;
        prepared = new Map();
      }
      const key = `${request.layout} ${request.status} ${request.requestId === null ? 'shared' : 'own'} ${request.list === null ? '' : 'list'}`;
      let template = prepared.get(key);
      if (template === undefined) {
        template = renderTemplate(renderer, sources, request);
        prepared.set(key, template);
        const store = prepared;
        template.catch(() => store.delete(key));
      }
      // In one pass: a message that contains the other mark stays as it is.
      const texts: Readonly<Record<string, string>> = {
        [MESSAGE_MARK]: messageHtml(request.message),
        [REQUEST_MARK]: escapeHtml(request.requestId ?? ''),
        [LIST_MARK]: escapeHtml(request.list ?? ''),
      };
      const html = (await template).replaceAll(MARKS, (mark) => texts[mark] ?? '');
      return Buffer.from(html);
    },
  };
}

/** The screen was rendered without the message, so its language is said here. */
function messageHtml(message: string): string {
  const language = languageOfMessage(message);
  return language === undefined ? escapeHtml(message) : `<span lang="${language}">${escapeHtml(message)}</span>`;
}

async function renderTemplate(renderer: Renderer, sources: DocumentSources, request: ErrorScreenRequest): Promise<string> {
  const { context, scripts } = await sources.frame(renderer, request.layout, null);
  const screen = {
    ...context,
    layout: request.layout,
    status: request.status,
    message: MESSAGE_MARK,
    requestId: request.requestId === null ? null : REQUEST_MARK,
    list: request.list === null ? null : LIST_MARK,
  };
  const { body, errors } = await renderSettled((options) => renderer.renderError(screen, options), scripts);
  if (errors.length > 0) throw errors[0];
  return body.toString('utf8');
}
