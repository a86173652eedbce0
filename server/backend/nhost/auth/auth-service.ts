/** Requests to a hosted service of authentication, and its answers: sessions, refusals by code, or a failure. */
import { z } from 'zod';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { AuthFault, AuthResult, AuthSession } from '../../auth/auth-backend.ts';
import type { ServiceAnswer, ServiceClient } from '../service-client.ts';

export interface AuthService {
  /** Sends JSON, and reads the answer by its shape. @throws AppError when the service fails or says something else. */
  post<T>(path: string, body: object, answer: Answer<T>): Promise<AuthResult<T>>;
  get<T>(path: string, answer: Answer<T>): Promise<AuthResult<T>>;
  close(): void;
}

export interface Answer<T> {
  readonly shape: z.ZodType<T>;
  /** The access token of the user who asks. */
  readonly bearer?: string;
}

/** Sessions and pictures of codes are small. */
const MAX_BYTES = 262_144;

/** `url` is the service, with or without `/v1` at its end. @throws TypeError for an address that is none. */
export function createAuthService(url: string, client: ServiceClient): AuthService {
  const send = async <T>(path: string, body: object | null, { shape, bearer }: Answer<T>): Promise<AuthResult<T>> => {
    const fields = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
    const sent = body === null ? {} : { method: 'POST' as const, body: JSON.stringify(body) };
    return readAnswer(await client.ask({ url: authAddress(url, path), fields, ...sent }, MAX_BYTES), shape);
  };
  return { post: send, get: (path, answer) => send(path, null, answer), close: () => client.close() };
}

/** Returns the address of a path of the service. */
export function authAddress(service: string, path: string): URL {
  const { origin, pathname } = new URL(service);
  const base = pathname.replace(/\/+$/, '');
  return new URL(`${origin}${base === '' ? '/v1' : base}${path}`);
}

const Fault = z.object({ error: z.string() });

/** The codes of the service that mean something to the person who signs in. */
const FAULTS: Readonly<Record<string, AuthFault>> = {
  'invalid-email-password': 'invalid-email-password',
  'disabled-user': 'disabled-user',
  'unverified-user': 'unverified-user',
  'invalid-refresh-token': 'invalid-refresh-token',
  'invalid-ticket': 'invalid-ticket',
  'invalid-totp': 'invalid-totp',
  'invalid-otp': 'invalid-totp',
  'disabled-mfa-totp': 'disabled-mfa-totp',
  'no-totp-secret': 'no-totp-secret',
  'totp-already-active': 'totp-already-active',
  'password-too-short': 'password-too-short',
};

/** Where the service does not say how long to wait: its own windows have some minutes. */
const WAIT_SECONDS = 60;

function readAnswer<T>({ status, headers, text }: ServiceAnswer, shape: z.ZodType<T>): AuthResult<T> {
  if (status === 429) return { kind: 'limited', retryAfterSeconds: waitSeconds(headers['retry-after']) };
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    const value = shape.safeParse(body);
    if (value.success) return { kind: 'ok', value: value.data };
    throw new AppError('NETWORK', { detail: 'the sign-in service answered with another shape', cause: value.error });
  }
  const refusal = Fault.safeParse(body);
  const fault = refusal.success ? FAULTS[refusal.data.error] : undefined;
  if (fault !== undefined) return { kind: 'refused', fault };
  const code = refusal.success ? ` and code ${refusal.data.error}` : '';
  throw new AppError(status >= 500 ? 'BACKEND_UNAVAILABLE' : 'NETWORK', {
    detail: `the sign-in service answered with status ${status}${code}`,
  });
}

function waitSeconds(field: string | undefined): number {
  return /^\d{1,6}$/.test(field ?? '') ? Number(field) : WAIT_SECONDS;
}

/** Some answers are one word ("OK"), with quotes or without. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON: the word itself.
    return text;
  }
}

const Session = z.object({
  accessToken: z.string(),
  accessTokenExpiresIn: z.number(),
  refreshToken: z.string(),
  refreshTokenId: z.string().default(''),
  user: z.object({
    id: z.string(),
    email: z.string().nullish(),
    displayName: z.string(),
    avatarUrl: z.string().default(''),
    locale: z.string().default('pt'),
    createdAt: z.string().default(''),
    defaultRole: z.string(),
    roles: z.array(z.string()).default([]),
    emailVerified: z.boolean().default(false),
    phoneNumber: z.string().nullish(),
    phoneNumberVerified: z.boolean().default(false),
    isAnonymous: z.boolean().default(false),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    activeMfaType: z.string().nullish(),
  }),
});

/** A session, as the service sends it. */
export const SESSION: z.ZodType<AuthSession> = Session.transform(({ user, ...session }) => ({
  ...session,
  user: {
    ...user,
    email: user.email ?? null,
    phoneNumber: user.phoneNumber ?? null,
    metadata: user.metadata ?? {},
    activeMfaType: user.activeMfaType ?? null,
  },
}));

/** What is answered where there is nothing to tell. */
export const IGNORED_BODY: z.ZodType<null> = z.unknown().transform(() => null);
