/** The sign-in: a plain form to our own server, which works without script. What the server refused comes back with its reasons. */
import type { ReactElement } from 'react';
import type { SignInField, SignInForm } from '../../../shared/session/page-session.ts';
import { administrationAddress, PASSWORD_LINK_PATH, RECORD_PARAMETER, SESSION_PATH } from '../../../shared/session/session-address.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { PasswordField, TextField } from '../../components/forms/text-field/text-field.tsx';
import { PageColumn, Stack } from '../../components/layout/column/column.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import styles from './admin.module.css';

/** Element id of the message about the whole form. */
const FORM_MESSAGE = 'entrada-mensagem';

const EMPTY_FORM: SignInForm = { email: '', ticket: null, record: null, errors: [] };

interface StepProps {
  readonly form: SignInForm;
  readonly errorOf: (field: SignInField) => string | undefined;
  /** The field that gets the focus: the first with an error. */
  readonly focus: SignInField | null;
  readonly describedBy: string | undefined;
}

interface SignInProps {
  readonly form?: SignInForm | undefined;
  /** The row that the administration opens after the sign-in; a form that came back names it itself. */
  readonly record?: string | null | undefined;
  /** Whether a link has just set the password. */
  readonly isPasswordSet?: boolean;
}

/** Asks for e-mail and password, or for the one-time code of an account that has one. */
export function SignIn({ form = EMPTY_FORM, record = form.record, isPasswordSet = false }: SignInProps): ReactElement {
  const { errors, ticket } = form;
  const whole = errors.filter(({ field }) => field === null);
  const step: StepProps = {
    form,
    errorOf: (field) => errors.find((error) => error.field === field)?.message,
    focus: focusOf(form),
    describedBy: whole.length === 0 ? undefined : FORM_MESSAGE,
  };
  return (
    <PageColumn narrow>
      <div className={styles.entrada}>
        <Stack gap="l">
          <h1>{ticket === null ? 'Entrar na administração do site' : 'Código de uso único'}</h1>
          {isPasswordSet ? <Alert tone="success">A senha foi escolhida. Entre com ela.</Alert> : null}
          {whole.length === 0 ? null : (
            <div id={FORM_MESSAGE}>
              <Alert tone="error" role="alert">
                {whole.map(({ message }) => (
                  <p key={message}>{message}</p>
                ))}
              </Alert>
            </div>
          )}
          <form method="post" action={SESSION_PATH} noValidate>
            {record === null ? null : <input type="hidden" name={RECORD_PARAMETER} value={record} />}
            <Stack>{ticket === null ? <Credentials {...step} /> : <OneTimeCode {...step} ticket={ticket} record={record} />}</Stack>
          </form>
        </Stack>
      </div>
    </PageColumn>
  );
}

/** The field that is wrong; the password where the whole form is, since that is what will be typed again; the code where it is asked for. */
function focusOf({ errors, ticket }: SignInForm): SignInField | null {
  const wrong = errors.find(({ field }) => field !== null)?.field;
  if (wrong !== undefined && wrong !== null) return wrong;
  if (ticket !== null) return 'otp';
  return errors.length > 0 ? 'password' : null;
}

function Credentials({ form, errorOf, focus, describedBy }: StepProps): ReactElement {
  return (
    <>
      <TextField
        id="entrada-email"
        name="email"
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={form.email}
        error={errorOf('email')}
        focused={focus === 'email'}
        describedBy={describedBy}
      />
      <PasswordField
        id="entrada-senha"
        name="password"
        label="Senha"
        autoComplete="current-password"
        error={errorOf('password')}
        focused={focus === 'password'}
        describedBy={describedBy}
      />
      <p>
        <Button type="submit">Entrar</Button>
      </p>
      <p className={styles.ajuda}>
        <a href={PASSWORD_LINK_PATH} data-recarregar="">
          Esqueceu a senha?
        </a>
      </p>
    </>
  );
}

interface CodeProps extends StepProps {
  readonly ticket: string;
  readonly record: string | null;
}

function OneTimeCode({ form, errorOf, focus, describedBy, ticket, record }: CodeProps): ReactElement {
  return (
    <>
      <p>
        A conta <strong>{form.email}</strong> pede um segundo passo. Digite ou cole o código que o aplicativo autenticador mostra agora.
      </p>
      <input type="hidden" name="email" value={form.email} />
      <input type="hidden" name="ticket" value={ticket} />
      <TextField
        id="entrada-codigo"
        name="otp"
        label="Código de 6 algarismos"
        autoComplete="one-time-code"
        inputMode="numeric"
        error={errorOf('otp')}
        focused={focus === 'otp'}
        describedBy={describedBy}
      />
      <p>
        <Button type="submit">Confirmar</Button>
      </p>
      <p className={styles.ajuda}>
        Perdeu o aparelho? Digite no lugar um dos códigos de reserva que você guardou. Sem eles, peça a um administrador do site que
        desligue os códigos da sua conta.
      </p>
      <p>
        <a href={administrationAddress(record)} data-recarregar="">
          Entrar com outra conta
        </a>
      </p>
    </>
  );
}
