/** The choices of a site about what its replicas share. */
import type { StoredResponse } from '../../response/stored-response.ts';
import type { LoggedPurge } from './logged-purge.ts';
import type { SharedMedium } from './medium.ts';

/** Says whether responses of a key are shared; `stored` is null where none is known yet. */
export type IsShared = (key: string, stored: StoredResponse | null) => boolean;

export interface SharedSettings {
  readonly medium: SharedMedium;
  /** Key by which replicas know the responses of their site; the same on all of them, and secret. */
  readonly secret: Uint8Array;
  readonly isShared: IsShared;
  /** What is purged where purges of other replicas may have been missed. */
  readonly afterGap: readonly LoggedPurge[];
  /** Called with each purge of another replica, before it takes effect here. */
  readonly onPurge: (purge: LoggedPurge) => void;
}
