/** Writes the payloads of pages. Results keep the JSON text of the backend, so that no digit of a number is lost. */
import type { IconBodies, PagePayload } from '../../../shared/builds/payload.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import type { StartedOperations } from '../page/preload.ts';

export interface DataPayload {
  readonly build: string;
  readonly pageStateHref: string;
  readonly icones: IconBodies;
  readonly operations: StartedOperations;
}

/** Writes a page's data; an operation that failed leaves null in its place. All operations must have ended. */
export function dataPayload({ build, pageStateHref, icones, operations }: DataPayload): string {
  const results = operations.states.map((state) => (state.kind === 'done' ? state.result.json : 'null'));
  const head = JSON.stringify({ build, kind: 'data' } satisfies Pick<PagePayload, 'build' | 'kind'>).slice(0, -1);
  return `${head},"results":[${results.join(',')}],"pageStateHref":${JSON.stringify(pageStateHref)},"icones":${JSON.stringify(icones)}}`;
}

/** Writes a redirect as data: the browser's router follows it, `fetch` does not. */
export function redirectPayload(build: string, to: string, status: number): string {
  return JSON.stringify({ build, kind: 'redirect', to, status } satisfies PagePayload);
}

/** Writes an error as data. `requestId` is null where the answer may be shared by many requests, `detail` where no developer reads it. */
export function errorPayload(build: string, error: AppError, requestId: string | null, detail: string | null): string {
  const { status, code, publicMessage: message } = error;
  const payload = { build, kind: 'error', status, code, message, pedido: requestId } satisfies PagePayload;
  return JSON.stringify(detail === null ? payload : { ...payload, detail });
}
