/** Link previews: each address once, at most four at a time, the rest waits (specification section 9). Pure but for the `load` it is given. */

/** Specification section 9. */
const MAX_PREVIEWS = 4;

export interface PreviewQueue {
  /** Asks for a preview. `urgent` ones (the pointer is on the link) go before those that are merely visible. */
  add(href: string, urgency: 'visible' | 'urgent'): void;
  /** Drops what waits, and lets every address be asked for again. */
  clear(): void;
}

/** Makes a queue. `load` may reject: a preview that fails costs nothing, the navigation will load its page itself. */
export function createPreviewQueue(load: (href: string) => Promise<unknown>): PreviewQueue {
  const requested = new Set<string>();
  const waiting: string[] = [];
  let inFlight = 0;
  const next = (): void => {
    while (inFlight < MAX_PREVIEWS) {
      const href = waiting.shift();
      if (href === undefined) return;
      inFlight++;
      load(href)
        .catch(() => undefined)
        .finally(() => {
          inFlight--;
          next();
        });
    }
  };
  return {
    add: (href, urgency) => {
      const place = waiting.indexOf(href);
      if (place !== -1 && urgency === 'urgent') waiting.unshift(...waiting.splice(place, 1));
      if (requested.has(href)) return;
      requested.add(href);
      if (urgency === 'urgent') waiting.unshift(href);
      else waiting.push(href);
      next();
    },
    clear: () => {
      requested.clear();
      waiting.length = 0;
    },
  };
}

/** Facts about the connection from the Network Information API. */
export interface ConnectionFacts {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** True when the visitor's connection allows previews: no Save-Data and no slow connection. */
export function previewsAllowed(connection: ConnectionFacts | undefined): boolean {
  return connection?.saveData !== true && connection?.effectiveType !== '2g' && connection?.effectiveType !== 'slow-2g';
}
