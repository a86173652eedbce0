import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { PasswordField, TextField } from '../../components/forms/text-field/text-field.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { type CallResult, generateTotp, setTotp, type TotpSecret } from './account-calls.ts';
import { AccountForm } from './account-form.tsx';
import styles from './admin.module.css';

/** Turns the second factor of an account on and off: one-time codes of an authenticator application (RFC 6238). */
export function OneTimeCodes({ active }: { readonly active: boolean }): ReactElement {
  const [changedTo, setChangedTo] = useState<boolean | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus has gone.
    if (changedTo !== null) place.current?.focus();
  }, [changedTo]);
  return (
    <Stack>
      <div ref={place} tabIndex={-1} aria-live="polite">
        {changedTo === null ? null : (
          <Alert tone="success">{changedTo ? 'Os códigos de uso único estão ligados.' : 'Os códigos de uso único foram desligados.'}</Alert>
        )}
      </div>
      {(changedTo ?? active) ? <TurnOff onDone={() => setChangedTo(false)} /> : <TurnOn onDone={() => setChangedTo(true)} />}
    </Stack>
  );
}

function TurnOff({ onDone }: { readonly onDone: () => void }): ReactElement {
  return (
    <Stack>
      <p>Ao entrar, esta conta pede um código do aplicativo autenticador. Para desligar, digite um código.</p>
      <AccountForm submitLabel="Desligar os códigos" send={(typed) => setTotp(typed('code'), false)} onDone={onDone}>
        {(failure) => <CodeField id="desligar-codigo" error={failure?.message} />}
      </AccountForm>
    </Stack>
  );
}

function TurnOn({ onDone }: { readonly onDone: () => void }): ReactElement {
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

function Confirm({ secret, onDone }: { readonly secret: TotpSecret; readonly onDone: () => void }): ReactElement {
  return (
    <Stack>
      <p>Aponte a câmera do aplicativo autenticador para o desenho, ou digite a chave nele. Depois digite o código que ele mostra.</p>
      <p>
        <img src={secret.imageUrl} alt="QR code com a chave que está escrita abaixo" width={220} height={220} className={styles.codigoQr} />
      </p>
      <p>
        Chave: <code className={styles.segredo}>{secret.totpSecret}</code>
      </p>
      <AccountForm submitLabel="Confirmar" send={(typed) => setTotp(typed('code'), true)} onDone={onDone}>
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
