/** `POST /_session/sessions`: a form, which works without script, ends another session of the person, or all others. */
import type { Request, Response } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import type { SignInForm } from '../../shared/session/page-session.ts';
import { SESSIONS_ENDED_ADDRESS } from '../../shared/session/session-address.ts';
import type { AuthBackend } from '../backend/auth/auth-backend.ts';
import { AUTH_FAULTS } from './auth-faults.ts';
import { OTHER_SESSIONS } from './request-shapes.ts';
import { refreshTokenOf } from './session-cookies.ts';

interface OwnSessionsOptions {
  readonly auth: Pick<AuthBackend, 'sessions'>;
  readonly sendSignIn: (req: Request, res: Response, form: SignInForm, status: number) => Promise<void>;
}

/** The refresh token says whose sessions they are and which one stays: it is valid while a page lies open, and the access token is not. */
export async function endOtherSessions(req: Request, res: Response, { auth, sendSignIn }: OwnSessionsOptions): Promise<void> {
  const wanted = OTHER_SESSIONS.safeParse(req.body ?? {});
  if (!wanted.success || auth.sessions === null) throw new AppError('BAD_REQUEST');
  const refreshToken = refreshTokenOf(req.headers);
  if (refreshToken !== null && (await auth.sessions.endOthers(refreshToken, wanted.data.sessao ?? null))) {
    return res.redirect(303, SESSIONS_ENDED_ADDRESS);
  }
  const { status, forPeople } = AUTH_FAULTS['invalid-refresh-token'];
  await sendSignIn(req, res, { email: '', ticket: null, record: null, errors: [forPeople] }, status);
}

/** Keeps the name of the browser beside a session that has begun. */
export async function nameSession(req: Request, sessionId: string, { sessions }: Pick<AuthBackend, 'sessions'>): Promise<void> {
  const name = deviceName(req.headers['user-agent'] ?? '');
  if (name !== null) await sessions?.name(sessionId, name);
}

/** Names a browser for its owner, who chooses among the own sessions. The field itself is not kept: it tells more than that needs. */
const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

/** Android names Linux too, and an iPhone macOS. */
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Returns the name, or null for a client that is none of these browsers. */
export function deviceName(userAgent: string): string | null {
  const browser = BROWSERS.find(([form]) => form.test(userAgent))?.[1];
  const system = SYSTEMS.find(([form]) => form.test(userAgent))?.[1];
  if (browser === undefined) return null;
  return system === undefined ? browser : `${browser} em ${system}`;
}
