/** The person's own account: who has signed in, another password, one-time codes, and the end of all sessions. */
import { type ReactElement, useState } from 'react';
import { LONGEST_PASSWORD, PASSWORD_LENGTH, SHORTEST_PASSWORD } from '../../../shared/session/credentials.ts';
import { DIGEST_SECTION, OWN_DIGEST_PATH } from '../../../shared/session/digest-address.ts';
import type { OwnAccount, RefusedPassword, SignedInUser } from '../../../shared/session/page-session.ts';
import { OWN_PASSWORD_PATH, SESSIONS_SECTION } from '../../../shared/session/session-address.ts';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { PasswordField } from '../../components/forms/text-field/text-field.tsx';
import { PageColumn, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import { changePassword, WRONG_PASSWORD } from './account-calls.ts';
import { AccountForm } from './account-form.tsx';
import styles from './admin.module.css';
import { OneTimeCodes } from './one-time-codes.tsx';
import { OpenSessions } from './open-sessions.tsx';

const ROLE_NAMES: Readonly<Record<string, string>> = {
  administrador: 'Administração',
  editor: 'Edição',
  ouvidor: 'Atendimento aos cidadãos',
};

interface AccountProps {
  readonly user: SignedInUser;
  /** What was wrong with a password that was sent without script. */
  readonly refusedPassword?: RefusedPassword | undefined;
  /** Whether a password was changed without script. */
  readonly isPasswordChanged?: boolean;
  /** Whether other sessions were ended. */
  readonly isSessionEnded?: boolean;
  readonly account?: OwnAccount | undefined;
  /** Whether the person gets the digest of the cases; undefined where there is none. */
  readonly getsDigest?: boolean | undefined;
  /** Whether that was chosen just now. */
  readonly isDigestChosen?: boolean;
}

export function Account({
  user,
  refusedPassword,
  isPasswordChanged = false,
  isSessionEnded = false,
  account,
  getsDigest,
  isDigestChosen = false,
}: AccountProps): ReactElement {
  const [areOthersEnded, setOthersEnded] = useState(false);
  const sessions = areOthersEnded ? account?.sessions.filter(({ isCurrent }) => isCurrent) : account?.sessions;
  return (
    <PageColumn narrow>
      <div className={styles.conta}>
        <Stack gap="l">
          <h1>Sua conta</h1>
          <noscript>
            <p>Para mudar os códigos de uso único, ligue o JavaScript do navegador.</p>
          </noscript>
          <DescriptionList
            items={[
              { label: 'Nome', value: user.displayName },
              { label: 'E-mail', value: user.email },
              { label: 'Permissão', value: ROLE_NAMES[user.role] ?? 'Sem permissão na administração' },
            ]}
          />
          <Section title="Mudar a senha">
            <ChangePassword
              email={user.email}
              refused={refusedPassword}
              isChanged={isPasswordChanged}
              endsOthers={account !== undefined}
              onChanged={() => setOthersEnded(true)}
            />
          </Section>
          <Section title="Códigos de uso único">
            <OneTimeCodes active={user.hasTotp} recoveryCodesLeft={account?.recoveryCodesLeft} />
          </Section>
          {getsDigest === undefined ? null : (
            <Section title="Resumo dos casos por e-mail" id={DIGEST_SECTION}>
              <Digest isOn={getsDigest} isChosen={isDigestChosen} />
            </Section>
          )}
          <Section title="Sessões" id={SESSIONS_SECTION}>
            <OpenSessions sessions={sessions} isEnded={isSessionEnded} />
          </Section>
        </Stack>
      </div>
    </PageColumn>
  );
}

/** Works without script, as the sessions do. */
function Digest({ isOn, isChosen }: { readonly isOn: boolean; readonly isChosen: boolean }): ReactElement {
  return (
    <Stack>
      {isChosen ? <Alert tone="success">{isOn ? 'O resumo está ligado.' : 'O resumo foi desligado.'}</Alert> : null}
      <p>
        {isOn
          ? 'Você recebe um e-mail na manhã de cada dia útil em que algum caso dos cidadãos espera.'
          : 'Você não recebe o e-mail da manhã que diz quantos casos dos cidadãos esperam.'}
      </p>
      <form method="post" action={OWN_DIGEST_PATH}>
        <input type="hidden" name="receber" value={isOn ? 'nao' : 'sim'} />
        <Button type="submit" variant="secondary">
          {isOn ? 'Desligar o resumo' : 'Ligar o resumo'}
        </Button>
      </form>
    </Stack>
  );
}

const OTHERS_ENDED =
  'As sessões em outros navegadores foram encerradas: o que estava aberto ali para de funcionar em até quinze minutos, e só volta com a senha nova.';
const OTHERS_GO_ON = 'Se outra pessoa pode ter entrado com a senha antiga, use também “Encerrar todas as sessões”, abaixo.';

interface ChangePasswordProps {
  readonly email: string;
  readonly refused: RefusedPassword | undefined;
  readonly isChanged: boolean;
  /** Whether the change ends the other sessions. A hosted service need not. */
  readonly endsOthers: boolean;
  /** Called once it was changed with script. */
  readonly onChanged: () => void;
}

function ChangePassword({ email, refused, isChanged, endsOthers, onChanged }: ChangePasswordProps): ReactElement {
  return (
    <AccountForm
      action={OWN_PASSWORD_PATH}
      isDone={isChanged}
      failure={
        refused === undefined ? undefined : { code: refused.field === 'currentPassword' ? WRONG_PASSWORD : '', message: refused.message }
      }
      submitLabel="Mudar a senha"
      doneMessage={`A senha foi mudada. ${endsOthers ? OTHERS_ENDED : OTHERS_GO_ON}`}
      send={(typed) => changePassword(typed('currentPassword'), typed('newPassword'))}
      onDone={onChanged}
    >
      {(failure) => (
        <>
          {/* Password managers file the new password under this name. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            id="senha-atual"
            name="currentPassword"
            label="Senha atual"
            autoComplete="current-password"
            error={failure?.code === WRONG_PASSWORD ? failure.message : undefined}
          />
          <PasswordField
            id="nova-senha"
            name="newPassword"
            label="Nova senha"
            hint={PASSWORD_LENGTH}
            autoComplete="new-password"
            minLength={SHORTEST_PASSWORD}
            maxLength={LONGEST_PASSWORD}
            error={failure?.code === WRONG_PASSWORD ? undefined : failure?.message}
          />
        </>
      )}
    </AccountForm>
  );
}
