import type { ServerResponse } from 'node:http';
import type { DocumentPolicy } from '../../../shared/routes/types.ts';
import { documentCsp, REPORTING_ENDPOINTS } from '../../http/security-headers.ts';

export interface DocumentHeaderSettings {
  /** True when SITE_URL is https. */
  readonly https: boolean;
  /** True where browsers report what the policy of a document forbids. */
  readonly reports: boolean;
  /** Origins that documents of the `quadro` policy may frame. */
  readonly frameSources: readonly string[];
  /** Origins of which documents of the `mapa` policy may show tiles. */
  readonly tileSources: readonly string[];
  /** Origins of which documents of the `libras` policy may run the translator. */
  readonly translatorSources: readonly string[];
  /** Development documents need more than production ones (hot reload). */
  readonly development: boolean;
  /** Addresses of the fonts that the `Link` field of a document preloads (RFC 8288). */
  readonly fonts: readonly string[];
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
  const { link, csp, cspWithNonce } = kept(settings, policy);
  if (link !== '') res.setHeader('Link', link);
  if (settings.reports) res.setHeader('Reporting-Endpoints', REPORTING_ENDPOINTS);
  res.setHeader('Content-Security-Policy', nonce === null ? csp : cspWithNonce.replaceAll(NONCE_MARK, nonce));
}

interface DocumentFields {
  readonly link: string;
  /** The policy of a settled document. */
  readonly csp: string;
  /** The policy of a streamed one, with a mark in the place of its nonce. */
  readonly cspWithNonce: string;
}

/** A character that occurs neither in a nonce nor in a policy. */
const NONCE_MARK = '\ue000';

/** The fields of the documents of each policy, by settings: a server has one object of settings. */
const KEPT = new WeakMap<DocumentHeaderSettings, Map<DocumentPolicy, DocumentFields>>();

function kept(settings: DocumentHeaderSettings, policy: DocumentPolicy): DocumentFields {
  const known = KEPT.get(settings) ?? new Map<DocumentPolicy, DocumentFields>();
  KEPT.set(settings, known);
  const fields = known.get(policy);
  if (fields !== undefined) return fields;
  const link = settings.fonts.map((href) => `<${href}>; rel=preload; as=font; crossorigin`).join(', ');
  const made = { link, csp: contentPolicy(settings, policy, null), cspWithNonce: contentPolicy(settings, policy, NONCE_MARK) };
  known.set(policy, made);
  return made;
}

/** Pages of content may show a PDF of ours within them. */
function framed({ frameSources }: DocumentHeaderSettings, policy: DocumentPolicy): readonly string[] {
  if (policy === 'quadro') return frameSources;
  return policy === 'site' || policy === 'libras' ? ["'self'"] : [];
}

function contentPolicy(settings: DocumentHeaderSettings, policy: DocumentPolicy, nonce: string | null): string {
  return documentCsp({
    https: settings.https,
    reports: settings.reports,
    development: settings.development,
    frameSources: framed(settings, policy),
    imageSources: policy === 'mapa' ? settings.tileSources : [],
    translatorSources: policy === 'libras' ? settings.translatorSources : [],
    ...(nonce === null ? {} : { nonce }),
  });
}
