/** The forms of accounts: those of every content type, with the password that a new account gets, and a new one for who lost theirs. */
import Button from '@mui/material/Button';
import { type ReactElement, use, useState } from 'react';
import { useNotify, useRecordContext, useRedirect } from 'react-admin';
import { ContentCreate, ContentEdit } from '../forms/content-form.tsx';
import { ACCOUNTS } from '../resources/accounts.ts';
import { FetchContext } from '../session/contexts.ts';
import { createAccountCalls } from './account-provider.ts';
import { AnswersCases } from './answers-cases.tsx';
import { LostCodes } from './lost-codes.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** Draws the form of a new account. */
export function AccountCreate(): ReactElement {
  const [password, setPassword] = useState<string | null>(null);
  const redirect = useRedirect();
  return (
    <>
      <ContentCreate type={ACCOUNTS} onCreated={(row) => setPassword(typeof row['password'] === 'string' ? row['password'] : '')} />
      <PasswordDialog password={password} onClose={() => redirect('list', ACCOUNTS.table)} />
    </>
  );
}

/** Draws the form of an account that exists. */
export function AccountEdit(): ReactElement {
  return <ContentEdit type={ACCOUNTS} actions={<AccountActions />} />;
}

function AccountActions(): ReactElement {
  return (
    <>
      <AnswersCases />
      <NewPassword />
      <LostCodes />
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
      <Button onClick={() => void renew()}>Fazer outra senha e encerrar as sessões</Button>
      <PasswordDialog password={password} onClose={() => setPassword(null)} />
    </>
  );
}
