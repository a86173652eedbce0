/** The listeners that are told of changes. */
import type { ChangeEvent } from '../backend.ts';

type Listener = (event: ChangeEvent) => void;

export interface ChangeListeners {
  /** Calls `listener` for every event until the returned function is called. */
  subscribe(listener: Listener): () => void;
  emit(event: ChangeEvent): void;
  clear(): void;
}

/** `onError` is told about a listener that threw; the others are still called. */
export function createChangeListeners(onError: (error: unknown) => void): ChangeListeners {
  const listeners = new Set<Listener>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
