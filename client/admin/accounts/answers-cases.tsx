/** Whether an editor answers citizens too: a right beside the role, given and taken by itself. */
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { CASES_ROLE, EDITING_ROLES } from '../../../shared/session/page-session.ts';
import { FetchContext, GraphqlContext } from '../session/contexts.ts';
import { createAccountCalls } from './account-provider.ts';

const HAS_ROLE = `query AnswersCases($id: uuid!, $role: String!) {
  roles: authUserRoles(where: {userId: {_eq: $id}, role: {_eq: $role}}, limit: 1) { id }
}`;

/** Draws the switch for an account that edits; the role of the others says it already. */
export function AnswersCases(): ReactElement | null {
  const record = useRecordContext();
  const run = use(GraphqlContext);
  const fetchSignedIn = use(FetchContext);
  const notify = useNotify();
  const id = String(record?.id ?? '');
  const { data, refetch } = useQuery({
    queryKey: ['answers-cases', id],
    queryFn: async () =>
      run === null ? false : (await run<{ readonly roles: readonly unknown[] }>(HAS_ROLE, { id, role: CASES_ROLE })).roles.length > 0,
    enabled: id !== '',
  });
  if (!EDITING_ROLES.has(String(record?.['defaultRole']))) return null;
  const change = async (answersCases: boolean): Promise<void> => {
    try {
      await createAccountCalls(fetchSignedIn)(`/${id}`, 'PATCH', { answersCases });
      notify('Salvo', { type: 'success' });
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    }
    await refetch();
  };
  return (
    <FormControlLabel
      // Drawn before the answer is known, so that nothing below it moves while somebody clicks there.
      disabled={data === undefined}
      control={<Switch checked={data ?? false} onChange={(_event, checked) => void change(checked)} />}
      label="Também responde aos cidadãos (ouvidoria e SIC). Salvo na hora; a pessoa entra de novo."
    />
  );
}
