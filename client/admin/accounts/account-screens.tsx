/** The forms of accounts: those of every content type, with the password that a new account gets, and a new one for who lost theirs. */
import Typography from '@mui/material/Typography';
import { type ReactElement, use, useState } from 'react';
import { PasswordInput, useNotify, useRecordContext, useRedirect } from 'react-admin';
import { ACCOUNT_ADDRESS } from '../../../shared/session/session-address.ts';
import { ConfirmedButton } from '../forms/confirmed-button.tsx';
import { ContentCreate, ContentEdit } from '../forms/content-form.tsx';
import { ACCOUNTS } from '../resources/accounts.ts';
import type { Row } from '../resources/content-type.ts';
import { FetchContext, SessionContext } from '../session/contexts.ts';
import { createAccountCalls, OWN_PASSWORD_FIELD } from './account-provider.ts';
import { AnswersCases } from './answers-cases.tsx';
import { LostCodes } from './lost-codes.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** Draws the form of a new account. */
export function AccountCreate(): ReactElement {
  const [password, setPassword] = useState<string | null>(null);
  const redirect = useRedirect();
  const notify = useNotify();
  const leave = (): void => redirect('list', ACCOUNTS.table);
  const tell = (row: Row): void => {
    if (row['invited'] !== true) return setPassword(typeof row['password'] === 'string' ? row['password'] : '');
    notify('A pessoa recebe por e-mail um link para escolher a senha. Ele vale por três dias.', { autoHideDuration: 15_000 });
    leave();
  };
  return (
    <>
      <ContentCreate type={ACCOUNTS} onCreated={tell} />
      <PasswordDialog password={password} onClose={leave} />
    </>
  );
}

/** Draws the form of an account that exists. */
export function AccountEdit(): ReactElement {
  return <ContentEdit type={ACCOUNTS} actions={<AccountActions />} />;
}

function AccountActions(): ReactElement {
  const record = useRecordContext();
  const isOwn = use(SessionContext)?.known()?.user.id === String(record?.id ?? '');
  if (isOwn) return <OwnAccount />;
  return (
    <>
      <AnswersCases />
      <NewPassword />
      <LostCodes />
    </>
  );
}

/** An open browser must not change how its owner signs in. */
function OwnAccount(): ReactElement {
  return (
    <>
      <AnswersCases />
      <PasswordInput
        source={OWN_PASSWORD_FIELD}
        label="Sua senha atual"
        helperText="Só para trocar o seu e-mail."
        slotProps={{ htmlInput: { autoComplete: 'current-password' } }}
      />
      <Typography>
        Sua senha e seus códigos de uso único mudam em{' '}
        <a href={ACCOUNT_ADDRESS} target="_top">
          sua conta
        </a>
        .
      </Typography>
    </>
  );
}

function NewPassword(): ReactElement {
  const [password, setPassword] = useState<string | null>(null);
  const record = useRecordContext();
  const notify = useNotify();
  const fetchSignedIn = use(FetchContext);
  const renew = async (): Promise<void> => {
    try {
      const answer = await createAccountCalls(fetchSignedIn)(`/${record?.id ?? ''}/password`, 'POST', {});
      setPassword(typeof answer['password'] === 'string' ? answer['password'] : '');
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    }
  };
  return (
    <>
      <ConfirmedButton
        question="Fazer outra senha para esta conta?"
        consequence="A senha de agora deixa de valer, e a pessoa sai do site em todos os aparelhos. A senha nova aparece uma vez, para você entregar."
        onConfirm={renew}
      >
        Fazer outra senha e encerrar as sessões
      </ConfirmedButton>
      <PasswordDialog password={password} onClose={() => setPassword(null)} />
    </>
  );
}
