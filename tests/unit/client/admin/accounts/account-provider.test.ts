import type { DataProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { createAccountCalls, withAccounts } from '../../../../../client/admin/accounts/account-provider.ts';

const refused = (status: number, error: string) => (): Promise<Response> => Promise.resolve(Response.json({ status, error }, { status }));

it.each([
  ['of the last administrator', refused(409, 'last-administrator'), 'Esta é a única conta que administra o site'],
  ['of an account that is gone', refused(404, 'user-not-found'), 'Esta conta não existe mais.'],
  ['with a wrong value', refused(400, 'invalid-request'), 'A conta não foi alterada. Confira os campos.'],
  ['that a busy server refuses', refused(503, ''), 'A conta não foi alterada. Tente de novo em instantes.'],
  ['without network', () => Promise.reject(new TypeError('Failed to fetch')), 'Sem conexão com o servidor.'],
])('says why a change %s was not made', async (_case, fetch, words) => {
  await expect(createAccountCalls(fetch)('/1', 'PATCH', { disabled: true })).rejects.toThrow(words);
});

it('says at the e-mail that another account has it', async () => {
  const made = createAccountCalls(refused(409, 'email-already-in-use'))('', 'POST', {});
  await expect(made).rejects.toMatchObject({ body: { errors: { email: 'Já existe uma conta com este e-mail.' } } });
});

it('sends the e-mail of an account where it was changed', async () => {
  const sent: unknown[] = [];
  const provider = { getOne: () => Promise.resolve({ data: { id: '1' } }) } as unknown as DataProvider;
  const accounts = withAccounts(provider, (_path, _method, body) => {
    sent.push(body);
    return Promise.resolve({});
  });
  const previousData = { id: '1', displayName: 'Ana', email: null, defaultRole: 'editor', disabled: false };
  for (const email of [null, 'ana@novo.example'])
    await accounts.update('users', { id: '1', data: { ...previousData, email }, previousData });
  const rest = { displayName: 'Ana', role: 'editor', disabled: false };
  expect(sent).toEqual([rest, { ...rest, email: 'ana@novo.example' }]);
});
