/**
 * A page as data: what `/<route>/_payload.json` answers and client navigation reads. `results` follow the route's operations in order
 * (main first, then late); null stands for one that failed and that the browser asks for itself.
 */
import type { SiteState } from '../site-state/site-state.ts';

/** The fields of the site's state that a page shows; a field that is missing here is empty on that page. */
export type PageState = Partial<SiteState>;

/** The icons that a page's data names, by Iconify name. */
export type IconBodies = Readonly<Record<string, { readonly body: string; readonly width: number; readonly height: number }>>;

export type PagePayload =
  | {
      readonly build: string;
      readonly kind: 'data';
      readonly results: readonly unknown[];
      /** Address of the page state, which most pages share and a browser therefore has (see `page-state-file.ts`). */
      readonly pageStateHref: string;
      /** Icons that the results name, beside those of the page state. */
      readonly icones: IconBodies;
    }
  | { readonly build: string; readonly kind: 'redirect'; readonly to: string; readonly status: number }
  | {
      readonly build: string;
      readonly kind: 'error';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      /** Request id; null where the answer is shared by many requests. */
      readonly pedido: string | null;
      /** The backend's own message; in development only. */
      readonly detail?: string;
    };

/** Reads a payload; null when the value is not one. The results themselves are trusted: they come from our own origin and build. */
export function parsePayload(value: unknown): PagePayload | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  const { build } = fields;
  if (typeof build !== 'string') return null;
  switch (fields['kind']) {
    case 'data':
      return dataPayload(build, fields);
    case 'redirect':
      if (typeof fields['to'] !== 'string' || typeof fields['status'] !== 'number') return null;
      return { build, kind: 'redirect', to: fields['to'], status: fields['status'] };
    case 'error':
      if (typeof fields['status'] !== 'number' || typeof fields['message'] !== 'string') return null;
      return {
        build,
        kind: 'error',
        status: fields['status'],
        code: textOf(fields['code']),
        message: fields['message'],
        pedido: textOf(fields['pedido']) || null,
        ...(typeof fields['detail'] === 'string' ? { detail: fields['detail'] } : {}),
      };
    default:
      return null;
  }
}

function dataPayload(build: string, fields: Readonly<Record<string, unknown>>): PagePayload | null {
  const { results, pageStateHref, icones } = fields;
  if (!Array.isArray(results) || typeof pageStateHref !== 'string' || !isObject(icones)) return null;
  return { build, kind: 'data', results, pageStateHref, icones: icones as IconBodies };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
