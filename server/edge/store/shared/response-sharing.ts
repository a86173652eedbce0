/** What the exchanges of an edge ask of what replicas share. */
import type { StoredResponse } from '../../response/stored-response.ts';

/** The right to render, or the knowledge that waiting is of no use. */
export interface RenderTurn {
  /** To be called when nothing more will be stored: other replicas then stop waiting. @param hasRendered false where nothing was to be rendered. */
  end(hasRendered: boolean): void;
}

export interface ResponseSharing {
  /** Whether a response of this key may be had now. */
  mayHave(key: string): boolean;
  /** Takes over the response of another replica where there is one. Concurrent calls for a key are one. Never rejects. */
  fetch(key: string): Promise<void>;
  /** Shares a response that this replica has stored. */
  write(key: string, stored: StoredResponse): void;
  /** Removes the response of a key, which the origin has outdated. */
  remove(key: string): void;
  /**
   * Waits until this replica is to render, or `isAnswered` says that the response of another one has been taken over. Both take no longer than the
   * render of the other, and a bounded time where that one has died. Never rejects.
   */
  turn(key: string, isAnswered: () => boolean): Promise<RenderTurn>;
}
