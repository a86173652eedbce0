import type { ServerResponse } from 'node:http';
import type { DocumentPolicy } from '../../shared/routes/types.ts';
import { documentCsp } from '../http/security-headers.ts';

export interface DocumentHeaderSettings {
  /** True when SITE_URL is https. */
  readonly https: boolean;
  /** Origins that documents of the `quadro` policy may frame. */
  readonly frameSources: readonly string[];
  /** Development documents need more than production ones (hot reload). */
  readonly development: boolean;
}

/** Writes type, language and Content-Security-Policy of an HTML document; a nonce only where the document is streamed. */
export function applyDocumentHeaders(
  res: ServerResponse,
  policy: DocumentPolicy,
  settings: DocumentHeaderSettings,
  nonce: string | null = null,
): void {
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Language', 'pt-BR');
  const csp = documentCsp({
    https: settings.https,
    development: settings.development,
    frameSources: policy === 'quadro' ? settings.frameSources : [],
    ...(nonce === null ? {} : { nonce }),
  });
  res.setHeader('Content-Security-Policy', csp);
}
