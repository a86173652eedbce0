/**
 * A page part that fails to load usually means that the site was deployed meanwhile: the page is loaded whole again, once within ten
 * seconds (specification section 8), so that a part that is really gone cannot make it reload for ever.
 */

/** Specification section 9. */
const GUARD_MS = 10_000;
const STORAGE_KEY = 'portal:recarga';

export interface ReloadGuardOptions {
  /** Returns the session's storage; throws where the browser blocks it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** True when this document is itself the result of a reload: the only memory left where storage is blocked. */
  readonly isReload: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Loads a whole page. */
  readonly load: (href: string) => void;
}

export interface ReloadGuard {
  /** Loads `href` whole, unless that was done for it moments ago; returns whether it does. */
  reload(href: string): boolean;
}

/** Makes the guard of a document. */
export function createReloadGuard(options: ReloadGuardOptions): ReloadGuard {
  let remembered: string | null = null;
  return {
    reload: (href) => {
      const at = options.now();
      if (isRecent(remembered, href, at)) return false;
      const entry = JSON.stringify({ href, until: at + GUARD_MS });
      if (!claim(options, entry, href, at)) return false;
      remembered = entry;
      options.load(href);
      return true;
    },
  };
}

/** Writes the reload down for the next document; false when it must not happen. */
function claim(options: ReloadGuardOptions, entry: string, href: string, at: number): boolean {
  try {
    const storage = options.storage();
    if (isRecent(storage.getItem(STORAGE_KEY), href, at)) return false;
    storage.setItem(STORAGE_KEY, entry);
    return true;
  } catch {
    // Blocked or full storage: the next document could not know of this reload, so a reloaded one does not reload again.
    return !options.isReload();
  }
}

function isRecent(entry: string | null, href: string, at: number): boolean {
  if (entry === null) return false;
  try {
    const { href: target, until } = JSON.parse(entry) as Record<string, unknown>;
    return target === href && typeof until === 'number' && at < until;
  } catch {
    // A value that we did not write does not record a reload.
    return false;
  }
}
