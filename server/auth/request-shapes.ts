/** The bodies of requests for sign-in. Those of Nhost's service have no other keys than these. */
import type { Request } from 'express';
import { z } from 'zod';
import { EMAIL_ADDRESS, LONGEST_EMAIL, LONGEST_PASSWORD, ONE_TIME_CODE, RECOVERY_CODE } from '../../shared/session/credentials.ts';
import { LONGEST_RECORD, RECORD_FORM, RECORD_PARAMETER } from '../../shared/session/session-address.ts';
import { STAFF_ROLES } from '../backend/auth/auth-backend.ts';

const email = z.string().trim().max(LONGEST_EMAIL).regex(EMAIL_ADDRESS);
/** Nhost's limits; new passwords have a longer least length. */
const password = z.string().min(3).max(LONGEST_PASSWORD);
const refreshToken = z.uuid();
const ticket = z.string().regex(/^mfaTotp:.{1,200}$/);
/** Authenticators show the digits in two groups, our pages those of a recovery code in four. */
const digits = z.string().transform((typed) => typed.replaceAll(' ', ''));
const otp = digits.pipe(z.string().regex(ONE_TIME_CODE));
/** The code of an authenticator, or one for who has lost it. */
const secondFactor = digits.pipe(z.string().regex(ONE_TIME_CODE).or(z.string().regex(RECOVERY_CODE)));

export const SIGN_IN = z.strictObject({ email, password });
export const SIGN_IN_TOTP = z.strictObject({ ticket, otp });
export const REFRESH = z.strictObject({ refreshToken });
export const SIGN_OUT = z.strictObject({ refreshToken: refreshToken.optional(), all: z.boolean().optional() });
export const TOKEN_BODY = z.strictObject({ token: z.string().max(8_192).optional() });
export const NEW_PASSWORD = z.strictObject({ newPassword: password });
/** On our own screens who changes how to sign in proves to know the present password. */
export const OWN_PASSWORD = z.strictObject({ currentPassword: z.string().min(1).max(1_000), newPassword: password });
export const PRESENT_PASSWORD = z.strictObject({ currentPassword: z.string().min(1).max(1_000) });
export const SWITCH_TOTP = z.strictObject({ code: secondFactor, active: z.boolean() });
export const OWN_CODE = z.strictObject({ code: secondFactor });
/** Whether the person wants the digest of the cases. */
export const DIGEST_CHOICE = z.strictObject({ receber: z.enum(['sim', 'nao']) });
/** Without a session, all others are meant. */
export const OTHER_SESSIONS = z.strictObject({ sessao: z.uuid().optional() });
export const SWITCH_MFA = z.strictObject({ code: otp, activeMfaType: z.enum(['totp', '']).optional() });

const role = z.enum(STAFF_ROLES);
/** Other people read it in lists and in the record of changes: one line, in the order in which it is written. */
const displayName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u);

const answersCases = z.boolean();

export const NEW_ACCOUNT = z.strictObject({
  email,
  displayName,
  role,
  answersCases: answersCases.optional(),
  password: password.optional(),
});
export const ACCOUNT_CHANGE = z.strictObject({
  email: email.optional(),
  displayName: displayName.optional(),
  role: role.optional(),
  answersCases: answersCases.optional(),
  disabled: z.boolean().optional(),
  resetTotp: z.boolean().optional(),
  /** Of who changes the own address. */
  currentPassword: z.string().max(1_000).optional(),
});
export const PASSWORD_RESET = z.strictObject({ password: password.optional() });
export const ACCOUNT_ID = z.uuid();

/** What a person types at the sign-in, by form or by script: e-mail and password, or the code that a right password waits for. */
export const SIGN_IN_FIELDS = z.object({
  email: z.string().trim().max(LONGEST_EMAIL).default(''),
  password: z.string().max(1_000).default(''),
  ticket: z.string().max(300).default(''),
  otp: z.string().max(40).default(''),
  /** Where the person wanted to go; anything else is nowhere. */
  [RECORD_PARAMETER]: z.string().max(LONGEST_RECORD).regex(RECORD_FORM).nullable().catch(null).default(null),
});
export type SignInFields = z.output<typeof SIGN_IN_FIELDS>;

export { email as EMAIL, otp as OTP, password as PASSWORD, secondFactor as SECOND_FACTOR, ticket as TICKET };

/** Whether a page sent it by a form of HTML, which is answered with a page. */
export function isForm(req: Request): boolean {
  return req.is('application/x-www-form-urlencoded') !== false;
}
