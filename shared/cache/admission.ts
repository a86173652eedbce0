/** What a site may say about a request before its cache lets it cause work. */

export interface Admitted {
  readonly kind: 'admitted';
  /** Ends the work; later calls do nothing. */
  readonly release: () => void;
}

export interface Refused {
  readonly kind: 'refused';
  /** Its client has used up what it may cause, or the site has more work than it can do. */
  readonly because: 'client' | 'overload';
}

export type Admission = Admitted | Refused;

/** The admission of a request that had to wait. */
export type Turn =
  | Admission
  /** Another request of the same client for the same key was admitted in its place: what that one causes may answer this one too. */
  | { readonly kind: 'repeat' };

/** Makes an admission. @param end called by the first release */
export function admitted(end: () => void): Admitted {
  let isOver = false;
  const release = (): void => {
    if (isOver) return;
    isOver = true;
    end();
  };
  return { kind: 'admitted', release };
}

/** For requests without a limit. */
export const UNLIMITED: Admitted = { kind: 'admitted', release: () => undefined };
