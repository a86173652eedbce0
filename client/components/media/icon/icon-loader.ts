/**
 * Loads an icon that neither the code nor the page brought: `/_icon/{collection}.json?icons=name` (specification section 7). A failure shows
 * nothing in its place, for icons only accompany text.
 */
import type { IconBody } from './bundled-icons.ts';

/** Specification section 9: icon fetch timeout. */
const ICON_TIMEOUT_MS = 1500;

const ICON_NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z0-9]+(?:-[a-z0-9]+)*)$/;

export interface IconLoader {
  /** The icon, or null when it is unknown, unreachable or late. One request per name for the life of the page. */
  load(name: string): Promise<IconBody | null>;
}

export interface IconLoaderOptions {
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly log: (message: string) => void;
  /** Calls `run` after so many milliseconds and returns how to cancel it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** Makes a loader that requests each icon once and keeps the answer, also when it failed. */
export function createIconLoader(options: IconLoaderOptions): IconLoader {
  const requested = new Map<string, Promise<IconBody | null>>();
  return {
    load(name) {
      const known = requested.get(name);
      if (known !== undefined) return known;
      const loading = requestIcon(name, options);
      requested.set(name, loading);
      return loading;
    },
  };
}

async function requestIcon(name: string, { fetch, log, after }: IconLoaderOptions): Promise<IconBody | null> {
  const parts = ICON_NAME.exec(name);
  const [, collection, icon] = parts ?? [];
  if (collection === undefined || icon === undefined) return null;
  const abort = new AbortController();
  const cancel = after(ICON_TIMEOUT_MS, () => {
    log(`[Icon] loading icon \`${name}\` timed out after ${ICON_TIMEOUT_MS}ms`);
    abort.abort();
  });
  try {
    const response = await fetch(`/_icon/${collection}.json?icons=${icon}`, { signal: abort.signal });
    return response.ok ? parseIcon(await response.json(), icon) : null;
  } catch {
    // A network failure, or our own timeout, which was logged. The text beside the icon is complete without it.
    return null;
  } finally {
    cancel();
  }
}

/** Reads one icon of an Iconify answer; its own size wins over the collection's, 16 is Iconify's default. */
function parseIcon(data: unknown, name: string): IconBody | null {
  const collection = fields(data);
  const icon = fields(fields(collection['icons'])[name]);
  const body = icon['body'];
  if (typeof body !== 'string') return null;
  return { body, width: firstNumber(icon['width'], collection['width']), height: firstNumber(icon['height'], collection['height']) };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function firstNumber(...candidates: readonly unknown[]): number {
  return candidates.find((candidate) => typeof candidate === 'number') ?? 16;
}

let loader: IconLoader | null = null;

/** The loader of this page, made at its first missing icon. */
export function pageIconLoader(): IconLoader {
  loader ??= createIconLoader({
    fetch: (url, init) => fetch(url, init),
    // oxlint-disable-next-line no-console -- the browser's console is where the original reports a late icon
    log: (message) => console.warn(message),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  return loader;
}
