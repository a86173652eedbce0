/** One-time codes of an account whose owner has lost the device that makes them: an administrator turns them off. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { ConfirmedButton } from '../forms/confirmed-button.tsx';
import { FetchContext, GraphqlContext } from '../session/contexts.ts';
import { createAccountCalls } from './account-provider.ts';

const SECOND_FACTOR = 'query SecondFactor($id: uuid!) { user(id: $id) { activeMfaType } }';

/** Draws the button, which is there for an account without codes too: nothing beside it moves when the answer comes. */
export function LostCodes(): ReactElement {
  const record = useRecordContext();
  const run = use(GraphqlContext);
  const fetchSignedIn = use(FetchContext);
  const notify = useNotify();
  const id = String(record?.id ?? '');
  const { data: hasCodes = false, refetch } = useQuery({
    queryKey: ['second-factor', id],
    queryFn: async () =>
      (await run?.<{ readonly user: { readonly activeMfaType: string | null } | null }>(SECOND_FACTOR, { id }))?.user?.activeMfaType ===
      'totp',
    enabled: id !== '',
  });
  const turnOff = async (): Promise<void> => {
    try {
      await createAccountCalls(fetchSignedIn)(`/${id}`, 'PATCH', { resetTotp: true });
      notify('Os códigos de uso único desta conta estão desligados. Ela entra só com a senha.', { type: 'success' });
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    }
    await refetch();
  };
  return (
    <ConfirmedButton
      question="Desligar os códigos desta conta?"
      consequence="Ela passa a entrar só com a senha. Faça isso quando a pessoa perdeu o aparelho e você sabe que é ela quem pede."
      isIdle={!hasCodes}
      onConfirm={turnOff}
    >
      Desligar os códigos de uso único
    </ConfirmedButton>
  );
}
