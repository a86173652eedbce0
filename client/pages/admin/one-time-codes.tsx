import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { PasswordField, TextField } from '../../components/forms/text-field/text-field.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import {
  type CallResult,
  generateTotp,
  type RecoveryCodes,
  renewRecoveryCodes,
  type TotpSecret,
  turnTotpOff,
  turnTotpOn,
} from './account-calls.ts';
import { AccountForm } from './account-form.tsx';
import styles from './admin.module.css';

interface OneTimeCodesProps {
  readonly active: boolean;
  /** Undefined where the backend has no codes for a lost device. */
  readonly recoveryCodesLeft: number | undefined;
}

/** Turns the second factor of an account on and off: one-time codes of an authenticator application (RFC 6238). */
export function OneTimeCodes({ active, recoveryCodesLeft }: OneTimeCodesProps): ReactElement {
  const [changedTo, setChangedTo] = useState<boolean | null>(null);
  const [made, setMade] = useState<readonly string[]>([]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus has gone.
    if (changedTo !== null || made.length > 0) place.current?.focus();
  }, [changedTo, made]);
  const isOn = changedTo ?? active;
  return (
    <Stack>
      <div ref={place} tabIndex={-1} aria-live="polite">
        {changedTo === null ? null : (
          <Alert tone="success">{changedTo ? 'Os códigos de uso único estão ligados.' : 'Os códigos de uso único foram desligados.'}</Alert>
        )}
        {made.length === 0 ? null : <MadeCodes codes={made} />}
      </div>
      {isOn && recoveryCodesLeft !== undefined ? (
        <RenewCodes left={made.length === 0 ? recoveryCodesLeft : made.length} onMade={setMade} />
      ) : null}
      {isOn ? (
        <TurnOff
          onDone={() => {
            setMade([]);
            setChangedTo(false);
          }}
        />
      ) : (
        <TurnOn
          onDone={(codes) => {
            setMade(codes);
            setChangedTo(true);
          }}
        />
      )}
    </Stack>
  );
}

/** Nothing shows these codes again. */
function MadeCodes({ codes }: { readonly codes: readonly string[] }): ReactElement {
  return (
    <Alert tone="warning">
      <Stack>
        <p>
          <strong>Guarde estes códigos de reserva agora: eles não aparecem de novo.</strong> Imprima-os ou anote-os longe do celular. Se
          perder o aparelho, digite um deles no lugar do código do aplicativo. Cada um vale uma vez, e os que você tinha antes não valem
          mais.
        </p>
        <ol className={styles.reserva}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            </li>
          ))}
        </ol>
      </Stack>
    </Alert>
  );
}

interface RenewCodesProps {
  readonly left: number;
  readonly onMade: (codes: readonly string[]) => void;
}

function RenewCodes({ left, onMade }: RenewCodesProps): ReactElement {
  const renew = async (code: string): Promise<CallResult<RecoveryCodes>> => {
    const result = await renewRecoveryCodes(code);
    if (result.kind === 'done') onMade(result.value.recoveryCodes);
    return result;
  };
  return (
    <Stack>
      <p>
        {left === 0 ? 'Você não tem códigos de reserva' : left === 1 ? 'Resta 1 código de reserva' : `Restam ${left} códigos de reserva`},
        para entrar se perder o aparelho. Fazer outros invalida os de antes.
      </p>
      <AccountForm submitLabel="Fazer códigos de reserva" send={(typed) => renew(typed('code'))}>
        {(failure) => <CodeField id="reserva-codigo" error={failure?.message} />}
      </AccountForm>
    </Stack>
  );
}

function TurnOff({ onDone }: { readonly onDone: () => void }): ReactElement {
  return (
    <Stack>
      <p>Ao entrar, esta conta pede um código do aplicativo autenticador. Para desligar, digite um código, ou um código de reserva.</p>
      <AccountForm submitLabel="Desligar os códigos" send={(typed) => turnTotpOff(typed('code'))} onDone={onDone}>
        {(failure) => <CodeField id="desligar-codigo" error={failure?.message} />}
      </AccountForm>
    </Stack>
  );
}

interface TurnOnProps {
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

function TurnOn({ onDone }: TurnOnProps): ReactElement {
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const begin = async (currentPassword: string): Promise<CallResult<unknown>> => {
    const result = await generateTotp(currentPassword);
    if (result.kind === 'done') setSecret(result.value);
    return result;
  };
  if (secret !== null) return <Confirm secret={secret} onDone={onDone} />;
  return (
    <Stack>
      <p>Com um código do aplicativo autenticador do celular, além da senha, ninguém entra só por saber a senha.</p>
      <AccountForm submitLabel="Ligar os códigos de uso único" send={(typed) => begin(typed('currentPassword'))}>
        {(failure) => (
          <PasswordField
            id="ligar-senha"
            name="currentPassword"
            label="Confirme sua senha"
            hint="Para que ninguém mais ligue os códigos nesta conta."
            autoComplete="current-password"
            error={failure?.message}
          />
        )}
      </AccountForm>
    </Stack>
  );
}

function Confirm({ secret, onDone }: TurnOnProps & { readonly secret: TotpSecret }): ReactElement {
  const confirm = async (code: string): Promise<CallResult<RecoveryCodes>> => {
    const result = await turnTotpOn(code);
    if (result.kind === 'done') onDone(result.value.recoveryCodes);
    return result;
  };
  return (
    <Stack>
      <p>Aponte a câmera do aplicativo autenticador para o desenho, ou digite a chave nele. Depois digite o código que ele mostra.</p>
      <p>
        <img src={secret.imageUrl} alt="QR code com a chave que está escrita abaixo" width={220} height={220} className={styles.codigoQr} />
      </p>
      <p>
        Chave: <code className={styles.segredo}>{secret.totpSecret}</code>
      </p>
      <AccountForm submitLabel="Confirmar" send={(typed) => confirm(typed('code'))}>
        {(failure) => <CodeField id="ligar-codigo" error={failure?.message} focused />}
      </AccountForm>
    </Stack>
  );
}

interface CodeFieldProps {
  readonly id: string;
  readonly error: string | undefined;
  /** The form takes the place of the one that had the focus. */
  readonly focused?: boolean;
}

function CodeField(props: CodeFieldProps): ReactElement {
  return <TextField {...props} name="code" label="Código de 6 algarismos" autoComplete="one-time-code" inputMode="numeric" />;
}
