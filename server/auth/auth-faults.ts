/** The refusals of sign-in: status and message for programs, as Nhost's service has them, and the sentence for people. */
import { PASSWORD_LENGTH, WRONG_CREDENTIALS } from '../../shared/session/credentials.ts';
import type { SignInError } from '../../shared/session/page-session.ts';
import type { AuthFault } from '../backend/auth/auth-backend.ts';

interface FaultEntry {
  readonly status: number;
  readonly message: string;
  readonly forPeople: SignInError;
}

const whole = (message: string): SignInError => ({ field: null, message });

export const AUTH_FAULTS: Readonly<Record<AuthFault, FaultEntry>> = {
  'invalid-email-password': {
    status: 401,
    message: 'Incorrect email or password',
    forPeople: whole(WRONG_CREDENTIALS),
  },
  'disabled-user': {
    status: 401,
    message: 'User is disabled',
    forPeople: whole('Esta conta está desativada. Fale com quem administra o site.'),
  },
  'unverified-user': {
    status: 401,
    message: 'User is not verified.',
    forPeople: whole('O e-mail desta conta ainda não foi confirmado. Fale com quem administra o site.'),
  },
  'invalid-refresh-token': {
    status: 401,
    message: 'Invalid or expired refresh token',
    forPeople: whole('Sua sessão terminou. Entre de novo.'),
  },
  'invalid-ticket': {
    status: 401,
    message: 'Invalid ticket',
    forPeople: whole('O prazo para informar o código terminou. Entre de novo com e-mail e senha.'),
  },
  'invalid-totp': {
    status: 401,
    message: 'Invalid TOTP code',
    forPeople: { field: 'otp', message: 'Código incorreto ou já usado. Espere o próximo código do aplicativo.' },
  },
  'disabled-mfa-totp': {
    status: 401,
    message: 'User does not have TOTP MFA enabled',
    forPeople: whole('Esta conta não usa código de verificação.'),
  },
  'no-totp-secret': {
    status: 400,
    message: 'User does not have a TOTP secret',
    forPeople: whole('Esta conta ainda não tem um aplicativo de códigos.'),
  },
  'totp-already-active': {
    status: 400,
    message: 'TOTP MFA is already active',
    forPeople: whole('Esta conta já usa código de verificação.'),
  },
  'password-too-short': {
    status: 400,
    message: 'Password is too short',
    forPeople: { field: 'password', message: PASSWORD_LENGTH },
  },
  'email-already-in-use': {
    status: 409,
    message: 'Email already in use',
    forPeople: { field: 'email', message: 'Já existe uma conta com este e-mail.' },
  },
  'role-not-allowed': {
    status: 403,
    message: 'Role not allowed',
    forPeople: whole('Só quem administra o site pode mudar contas.'),
  },
  'user-not-found': {
    status: 404,
    message: 'User not found',
    forPeople: whole('Esta conta não existe mais.'),
  },
  'last-administrator': {
    status: 409,
    message: 'There must be an administrator',
    forPeople: whole('O site precisa de pelo menos uma pessoa que o administre.'),
  },
};
