import type { ContentBackend } from '../backend.ts';
import type { NhostStorage } from './storage.ts';

/**
 * Decorates a backend whose files are in a hosted storage: `file` asks there, and its health takes the place of the backend's own storage.
 * Closing it closes both.
 */
export function withNhostStorage(backend: ContentBackend, storage: NhostStorage): ContentBackend {
  return {
    ...backend,
    file: (id, caller, intent) => storage.file(id, caller, intent),
    // The storage takes uploads itself.
    files: undefined,
    async health(timeoutMs) {
      // Half of the time, so that a storage that hangs is known to hang before the whole check is given up.
      const [parts, files] = await Promise.all([backend.health(timeoutMs), storage.health(timeoutMs / 2)]);
      return [...parts.filter(({ name }) => name !== files.name), files];
    },
    close() {
      storage.close();
      return backend.close();
    },
  };
}
