/**
 * The way back into a session that ends while an editor writes. The screen stays with what was typed, and requests that the person waits for wait
 * for the sign-in: a save that met the end of the session is sent again and done.
 */
import { HttpError } from 'react-admin';
import { type Session, SIGNED_OUT } from './session.ts';

/** Why nothing was stored, for a person who did not sign in again. */
export const NOT_SAVED = 'Sua sessão terminou e nada foi salvo. O que você escreveu continua nesta tela: entre de novo e repita.';

/** Returns the error of a change that met the end of the session. */
export function notSaved(): HttpError {
  return new HttpError(NOT_SAVED, SIGNED_OUT);
}

/** Says whether a request failed because the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof HttpError && error.status === SIGNED_OUT;
}

/** `ended`: requests fail until the person signs in. `asked`: the question stands on the screen. */
export type ReauthenticationState = 'signed-in' | 'ended' | 'asked';

export interface RenewOptions {
  /** True for a request that the person does not wait for. */
  readonly quiet: boolean;
  /** True for a request that changes nothing. Screens read again by themselves, so a read does not repeat a question that the person has dismissed. */
  readonly reads?: boolean;
}

export interface Reauthentication {
  /** Renews the session. Where it has ended, asks the person to sign in, unless the request is quiet; false when they do not. */
  readonly renew: (options: RenewOptions) => Promise<boolean>;
  readonly state: () => ReauthenticationState;
  /** Calls `onChange` with each change of the state; returns the function that ends it. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Another tab may have signed in or out. */
  readonly look: () => void;
  readonly ask: () => void;
  /** The person does not want to sign in now. */
  readonly dismiss: () => void;
  /** The person has signed in. */
  readonly enter: () => void;
}

/** Makes the way back. */
export function createReauthentication(session: Pick<Session, 'refresh' | 'known' | 'noted'>): Reauthentication {
  let state: ReauthenticationState = 'signed-in';
  const listeners = new Set<() => void>();
  const waiting = new Set<(entered: boolean) => void>();
  let isDismissed = false;
  const become = (next: ReauthenticationState): void => {
    state = next;
    isDismissed = false;
    for (const listener of listeners) listener();
  };
  const settle = (entered: boolean): void => {
    for (const resolve of waiting) resolve(entered);
    waiting.clear();
  };
  const enter = (): void => {
    become('signed-in');
    settle(true);
  };
  return {
    renew: async ({ quiet, reads = false }) => {
      const renewal = await session.refresh();
      if (renewal === 'renewed') {
        if (state !== 'signed-in') enter();
        return true;
      }
      // A person who was never signed in here is led to the page of the sign-in.
      if (renewal === 'unknown' || session.known() === null) return false;
      if (quiet || (reads && isDismissed)) {
        if (state === 'signed-in') become('ended');
        return false;
      }
      become('asked');
      return new Promise((resolve) => waiting.add(resolve));
    },
    state: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    look: () => {
      if (session.known() === null) return;
      const isOwn = session.noted() === 'own';
      if (isOwn && state !== 'signed-in') enter();
      if (!isOwn && state === 'signed-in') become('ended');
    },
    ask: () => become('asked'),
    dismiss: () => {
      become('ended');
      isDismissed = true;
      settle(false);
    },
    enter,
  };
}

/** Returns a `fetch` that sends nothing in the session of another person. */
export function createOwnFetch(fetchFrom: typeof fetch, session: Pick<Session, 'noted'>): typeof fetch {
  return (input, init) =>
    session.noted() === 'of-another' ? Promise.resolve(new Response(null, { status: SIGNED_OUT })) : fetchFrom(input, init);
}

/** Returns a `fetch`, for requests that go another way than GraphQL, that has an expired session renewed once and then repeats the request. */
export function createSignedInFetch(fetchFrom: typeof fetch, renew: (options: RenewOptions) => Promise<boolean>): typeof fetch {
  return async (input, init) => {
    const answer = await fetchFrom(input, init);
    if (answer.status !== SIGNED_OUT) return answer;
    return (await renew({ quiet: false, reads: (init?.method ?? 'GET') === 'GET' })) ? fetchFrom(input, init) : answer;
  };
}
