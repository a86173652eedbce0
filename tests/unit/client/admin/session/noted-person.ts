import type { SessionMark } from '../../../../../client/admin/session/session-mark.ts';

/** What the tabs of a browser note of who has signed in, in a browser in which nobody has at first. */
export function emptyMark(): SessionMark {
  let noted: string | null = null;
  return {
    read: () => noted,
    // As another tab does that shares the storage.
    write: (userId) => {
      noted = userId;
    },
  };
}
