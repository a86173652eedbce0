/** Answers in the form of Nhost's service of authentication. */

import type { Response } from 'express';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import type { AuthResult, AuthSession, AuthUser } from '../backend/auth/auth-backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { sendUncachedJson } from '../http/responses.ts';
import { AUTH_FAULTS } from './auth-faults.ts';

/** Sends a value as JSON that no cache stores. */
export function answer(res: Response, value: unknown): void {
  sendUncachedJson(res, JSON.stringify(value));
}

/** Sends an error of Nhost's form. */
export function answerError(res: Response, fault: { readonly status: number; readonly error: string; readonly message: string }): void {
  res.status(fault.status);
  answer(res, { status: fault.status, message: fault.message, error: fault.error });
}

export const INVALID_REQUEST = { status: 400, error: 'invalid-request', message: 'The request payload is incorrect' };
export const NOT_SIGNED_IN = { status: 401, error: 'invalid-request', message: 'Invalid or expired access token' };

/** Sends the value of a result in the form that `bodyOf` gives it, or its refusal. */
export function answerResult<T>(res: Response, result: AuthResult<T>, bodyOf: (value: T) => unknown): void {
  switch (result.kind) {
    case 'ok':
      answer(res, bodyOf(result.value));
      break;
    case 'refused':
      answerError(res, { error: result.fault, ...AUTH_FAULTS[result.fault] });
      break;
    case 'limited':
      applyCachePolicy(res, NEVER_POLICY);
      // Nhost's service answers without a body.
      res.status(429).setHeader('Retry-After', result.retryAfterSeconds).end();
      break;
  }
}

/** Returns a session as Nhost's service writes it. */
export function sessionBody({ user, ...session }: AuthSession): Readonly<Record<string, unknown>> {
  return { ...session, user: userBody(user) };
}

/** Returns a user as Nhost's service writes it: without the keys of what the account has not. */
export function userBody(user: AuthUser): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(user).filter(([, value]) => value !== null));
}
