/** The person's session with the server (`/_session`). The tokens are HttpOnly cookies: this knows who is signed in and nothing secret. */

import { WRONG_CREDENTIALS } from '../../../shared/session/credentials.ts';
import { CASES_ROLE, mayAdminister } from '../../../shared/session/page-session.ts';
import { END_SESSION_PATH, REFRESH_SESSION_PATH, SESSION_PATH } from '../../../shared/session/session-address.ts';
import { SYSTEM_TIMERS, type Timers } from '../../../shared/time/timers.ts';
import type { SessionMark } from './session-mark.ts';

export interface SignedInUser {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
}

export interface SessionState {
  readonly user: SignedInUser;
  /** The role of requests that choose no other. */
  readonly role: string;
  /** Whether requests may choose the role of those who answer citizens. */
  readonly answersCases: boolean;
}

/** `unknown`: the server could not be asked. */
export type Renewal = 'renewed' | 'ended' | 'unknown';

export type Noted = 'own' | 'of-another' | 'none';

/** What is typed to sign in again: the password, or the one-time code that a right password waits for. */
export type TypedAgain = { readonly password: string } | { readonly ticket: string; readonly otp: string };

export type SignInOutcome =
  | { readonly kind: 'entered' }
  | { readonly kind: 'code'; readonly ticket: string }
  /** `ticket` is null where the password is to be typed again. */
  | { readonly kind: 'refused'; readonly message: string; readonly ticket: string | null };

export interface Session {
  /** Returns the signed-in user; null when there is none. Renews an expired session once. A user who was found stays until the document ends. */
  current(): Promise<SessionState | null>;
  /** The user that this document belongs to, as far as it has asked. */
  known(): SessionState | null;
  /** Whose session this browser has, as its tabs note it: what this document sent in the session of another person would be done in their name. */
  noted(): Noted;
  /** Renews the session; concurrent calls are one request. That of another person counts as ended. Never rejects. */
  refresh(): Promise<Renewal>;
  /** Signs the person of this document in again, and no other person. */
  signInAgain(typed: TypedAgain): Promise<SignInOutcome>;
  end(): Promise<void>;
}

/** The status of a request without a session. */
export const SIGNED_OUT = 401;

/**
 * Milliseconds after which a server that could not tell the session is asked again. The site leaves a hosted backend that has failed alone for three
 * seconds; a person whose session is still there is not led to the sign-in for that.
 */
const ASK_AGAIN_MS: readonly number[] = [500, 1_500, 4_000];

export interface SessionOptions {
  readonly mark: SessionMark;
  readonly timers?: Timers;
}

/** Makes the session of this document. */
export function createSession(fetchFrom: typeof fetch, { mark, timers = SYSTEM_TIMERS }: SessionOptions): Session {
  let renewal: Promise<Renewal> | null = null;
  let known: SessionState | null = null;
  const request = (path: string, body?: object): Promise<Response> =>
    fetchFrom(path, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      headers: { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const noted = (): Noted => {
    const id = mark.read();
    if (id === null || known === null) return 'none';
    return id === known.user.id ? 'own' : 'of-another';
  };
  const refresh = (): Promise<Renewal> => {
    if (noted() === 'of-another') return Promise.resolve('ended');
    renewal ??= request(REFRESH_SESSION_PATH, {})
      .then(
        ({ ok, status }): Renewal => (ok ? 'renewed' : status === SIGNED_OUT ? 'ended' : 'unknown'),
        (): Renewal => 'unknown',
      )
      .finally(() => {
        renewal = null;
      });
    return renewal;
  };
  const read = async ([wait, ...later] = ASK_AGAIN_MS): Promise<SessionState | null> => {
    const response = await request(SESSION_PATH);
    if (response.ok) return parseSession(await response.json());
    if (response.status < 500 || wait === undefined) return null;
    await new Promise<void>((resolve) => void timers.after(wait, resolve));
    return read(later);
  };
  const learn = async (): Promise<SessionState | null> => {
    let found = await read();
    if (found === null && (await refresh()) === 'renewed') found = await read();
    if (found !== null) mark.write(found.user.id);
    return found;
  };
  return {
    current: async () => {
      known ??= await learn();
      return known;
    },
    known: () => known,
    noted,
    refresh,
    signInAgain: async (typed) => {
      const response = await request(SESSION_PATH, { email: known?.user.email ?? '', ...typed });
      const outcome = outcomeOf(response.ok, await response.json().catch(() => null));
      if (outcome.kind === 'entered' && known !== null) mark.write(known.user.id);
      return outcome;
    },
    end: async () => {
      known = null;
      await request(END_SESSION_PATH, {});
    },
  };
}

/** Reads the answer of `GET /_session`; null when no user is signed in, and for a user who is no staff. */
function parseSession(value: unknown): SessionState | null {
  if (!isObject(value) || !isObject(value['user'])) return null;
  const { user, role } = value;
  if (typeof role !== 'string' || !mayAdminister({ role })) return null;
  const answersCases = role === CASES_ROLE || (value['answersCases'] as unknown) === true;
  return { role, answersCases, user: { id: text(user['id']), displayName: text(user['displayName']), email: text(user['email']) } };
}

/** Reads the answer of `POST /_session`: a session, the ticket of one that waits for a code, or the form with what is wrong. */
function outcomeOf(ok: boolean, answer: unknown): SignInOutcome {
  if (ok && isObject(answer))
    return isObject(answer['mfa']) ? { kind: 'code', ticket: text(answer['mfa']['ticket']) } : { kind: 'entered' };
  const { ticket, errors } = isObject(answer) ? answer : { ticket: null, errors: null };
  const sentences = Array.isArray(errors) ? errors.map((error: unknown) => (isObject(error) ? text(error['message']) : '')) : [];
  const message = sentences
    .filter((sentence) => sentence !== '')
    // The e-mail was not typed here.
    .map((sentence) => (sentence === WRONG_CREDENTIALS ? 'Senha incorreta.' : sentence))
    .join(' ');
  return {
    kind: 'refused',
    message: message === '' ? 'O servidor não respondeu como esperado. Tente de novo em instantes.' : message,
    ticket: typeof ticket === 'string' ? ticket : null,
  };
}

function isObject(value: unknown): value is Record<string, Record<string, unknown>> & Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
