import { type PagePayload, parsePayload } from '../../shared/builds/payload.ts';
import { BACKEND_UNAVAILABLE, TOO_MANY_REQUESTS } from '../../shared/errors/page-errors.ts';
import { pagePathOfPayload, payloadUrl } from '../../shared/routes/url.ts';
import { deadlineSignal } from '../../shared/time/timers.ts';
import { pauseBeforeRetry } from '../apollo/retry.ts';
import type { Wait } from '../apollo/waiting.ts';

/** Timeout of each try in milliseconds; after it the page requests its operations one by one. */
const DEADLINE_MS = 10_000;

/** Statuses with which the server says that it cannot answer now. One operation after the other would only ask more of it. */
const BUSY: Readonly<Record<number, { readonly message: string }>> = {
  429: TOO_MANY_REQUESTS,
  503: BACKEND_UNAVAILABLE,
};

export interface PayloadFetchOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Id of the build that runs here. */
  readonly build: string;
  readonly wait: Wait;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface PayloadFetch {
  /**
   * Returns the payload of a page that a visitor waits for, when the server is busy at the second try. Null for anything that is not a
   * payload. Never rejects.
   */
  readonly load: (href: string) => Promise<PagePayload | null>;
  /** Returns the payload of a page ahead of a click; null also while the server is busy, and until it wants to be asked again. Never rejects. */
  readonly preview: (href: string) => Promise<PagePayload | null>;
}

/** Makes the functions that fetch payloads. */
export function createPayloadFetch(options: PayloadFetchOptions): PayloadFetch {
  let busyUntil = 0;
  return {
    load: (href) =>
      guarded(href, async () => {
        const first = await send(href, options);
        if (BUSY[first.status] === undefined) return readPayload(first);
        const pause = pauseBeforeRetry(first, options.now());
        if (pause === null) return busyPayload(first, options.build);
        await options.wait(pause, new AbortController().signal);
        const second = await send(href, options);
        return BUSY[second.status] === undefined ? readPayload(second) : busyPayload(second, options.build);
      }),
    preview: (href) =>
      guarded(href, async () => {
        if (options.now() < busyUntil) return null;
        const response = await send(href, options);
        if (BUSY[response.status] === undefined) return readPayload(response);
        busyUntil = options.now() + (pauseBeforeRetry(response, options.now()) ?? LONG_PAUSE_MS);
        return null;
      }),
  };
}

/** Milliseconds without previews where the server asked for a longer pause than a visitor would wait. */
const LONG_PAUSE_MS = 60_000;

async function guarded(href: string, load: () => Promise<PagePayload | null>): Promise<PagePayload | null> {
  // `//host` is an address of another site.
  if (!href.startsWith('/') || href.startsWith('//')) return null;
  try {
    return await load();
  } catch {
    // Without a payload the page requests its operations, and the visitor sees their failure instead of this one.
    return null;
  }
}

function send(href: string, { fetch }: PayloadFetchOptions): Promise<Response> {
  return fetch(payloadUrl(href), {
    credentials: 'same-origin',
    signal: deadlineSignal(DEADLINE_MS),
    headers: { Accept: 'application/json' },
  });
}

async function readPayload(response: Response): Promise<PagePayload | null> {
  const payload = parsePayload(await response.json());
  return payload !== null && response.redirected ? movedTo(response.url, payload.build) : payload;
}

/** Returns the error that the server answered with, or the catalogue's where it is not the site itself that refused. */
async function busyPayload(response: Response, build: string): Promise<PagePayload> {
  const payload = parsePayload(await response.json().catch(() => null));
  if (payload?.kind === 'error') return payload;
  const { status } = response;
  return { build, kind: 'error', status, code: '', message: BUSY[status]?.message ?? '', pedido: null };
}

/** The server redirected to the canonical address of the page; the address bar must show that one. */
function movedTo(url: string, build: string): PagePayload | null {
  const { pathname, search } = new URL(url);
  const path = pagePathOfPayload(pathname);
  return path === null ? null : { build, kind: 'redirect', to: `${path}${search}`, status: 308 };
}
