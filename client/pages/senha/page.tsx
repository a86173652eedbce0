/** Who has no password asks for a link by e-mail, and sets a password at its address. */
import type { ReactElement, ReactNode } from 'react';
import { LONGEST_PASSWORD, PASSWORD_LENGTH, SHORTEST_PASSWORD } from '../../../shared/session/credentials.ts';
import type { PasswordLinkScreen } from '../../../shared/session/password-link-screen.ts';
import { ADMINISTRATION_PATH, PASSWORD_LINK_PATH } from '../../../shared/session/session-address.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { TextField } from '../../components/forms/text-field/text-field.tsx';
import { PageColumn, Stack } from '../../components/layout/column/column.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import { useSession } from '../../site-state/contexts.ts';
import styles from '../admin/admin.module.css';

export function PageComponent(): ReactElement | null {
  const session = useSession();
  const screen = session?.kind === 'case' ? session.screen : null;
  if (screen?.kind !== 'passwordLink') return null;
  return (
    <PageColumn narrow>
      <div className={styles.entrada}>
        <Stack gap="l">
          <h1>Senha da conta</h1>
          {partOf(screen.screen)}
          <p>
            <a href={ADMINISTRATION_PATH}>Voltar à entrada</a>
          </p>
        </Stack>
      </div>
    </PageColumn>
  );
}

function partOf(screen: PasswordLinkScreen): ReactElement {
  switch (screen.kind) {
    case 'ask':
      return (
        <>
          <p>Digite o e-mail da sua conta. Se houver uma com ele, o site envia um link para você escolher outra senha.</p>
          <form method="post" action={PASSWORD_LINK_PATH} noValidate>
            <Stack>
              <TextField
                id="senha-email"
                name="email"
                label="E-mail"
                type="email"
                inputMode="email"
                autoComplete="username"
                defaultValue={screen.email}
                error={screen.problem ?? undefined}
                focused={screen.problem !== null}
              />
              <p>
                <Button type="submit">Enviar o link</Button>
              </p>
            </Stack>
          </form>
        </>
      );
    case 'sent':
      return (
        <Alert tone="info" title="Veja seu e-mail">
          <p>Se houver uma conta com esse e-mail, uma mensagem com o link chega em alguns minutos. O link vale por uma hora.</p>
          <p>
            Não chegou? Confira a caixa de spam e <Again>peça de novo</Again>. Se ainda não chegar, fale com um administrador do site.
          </p>
        </Alert>
      );
    case 'unavailable':
      return <p>Este site não envia e-mails. Peça a um administrador do site que faça outra senha para a sua conta.</p>;
    case 'set':
      return (
        <>
          <p>
            {screen.email === '' ? (
              'Escolha a senha da sua conta.'
            ) : (
              <>
                Escolha a senha da conta <strong>{screen.email}</strong>.
              </>
            )}{' '}
            Onde a conta estiver aberta, será preciso entrar de novo.
          </p>
          <form method="post" action={screen.action} noValidate>
            <Stack>
              {/* Password managers file the new password under this name. */}
              <input type="text" name="email" autoComplete="username" value={screen.email} readOnly hidden />
              <NewPassword screen={screen} name="password" label="Nova senha" hint={PASSWORD_LENGTH} />
              <NewPassword screen={screen} name="again" label="Repita a nova senha" />
              <p>
                <Button type="submit">Guardar a senha</Button>
              </p>
            </Stack>
          </form>
        </>
      );
    case 'expired':
      return (
        <Alert tone="warning" title="Este link não vale mais">
          <p>
            Um link serve uma vez, até a hora que a mensagem diz, e enquanto a senha da conta é a mesma. <Again>Peça outro</Again>.
          </p>
        </Alert>
      );
  }
}

interface NewPasswordProps {
  readonly screen: Extract<PasswordLinkScreen, { readonly kind: 'set' }>;
  readonly name: 'password' | 'again';
  readonly label: string;
  readonly hint?: string;
}

/** It is typed twice: no script on this page could show what was typed. */
function NewPassword({ screen: { problem, faulty }, name, label, hint }: NewPasswordProps): ReactElement {
  const error = faulty === name ? problem : null;
  return (
    <TextField
      id={`senha-${name}`}
      name={name}
      label={label}
      hint={hint}
      type="password"
      autoComplete="new-password"
      minLength={SHORTEST_PASSWORD}
      maxLength={LONGEST_PASSWORD}
      error={error ?? undefined}
      focused={error !== null}
    />
  );
}

function Again({ children }: { readonly children: ReactNode }): ReactElement {
  return <a href={PASSWORD_LINK_PATH}>{children}</a>;
}
