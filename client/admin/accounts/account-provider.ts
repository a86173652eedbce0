/**
 * Accounts of the staff in front of the data provider: they are read like any content, and written through `/_session/users`, which ends the
 * sessions of who loses a right and makes passwords that nothing keeps.
 */
import { type DataProvider, HttpError } from 'react-admin';
import { USERS_PATH } from '../../../shared/session/session-address.ts';
import type { Access, TableAccess } from '../data/access.ts';
import { ACCOUNTS } from '../resources/accounts.ts';
import type { Row } from '../resources/content-type.ts';
import { notSaved } from '../session/reauthentication.ts';
import { SIGNED_OUT } from '../session/session.ts';

/** What the form of the own account asks for beside the columns. */
export const OWN_PASSWORD_FIELD = 'currentPassword';

type Send = (path: string, method: 'POST' | 'PATCH', body: Row) => Promise<Row>;

const REASONS: Readonly<Record<string, string>> = {
  'email-already-in-use': 'Já existe uma conta com este e-mail.',
  'invalid-email': 'Escreva um endereço de e-mail, como nome@exemplo.gov.br.',
  'role-not-allowed': 'Só um administrador muda contas.',
  'last-administrator': 'Esta é a única conta que administra o site e entra nele. Antes, dê essa permissão a outra pessoa.',
  'invalid-email-password': 'A senha atual não confere. Escreva-a para trocar o seu e-mail.',
  'own-account': 'Sua senha e seus códigos mudam na página da sua conta, onde a senha atual é pedida.',
  'user-not-found': 'Esta conta não existe mais.',
};

/** Fields that refusals belong to. */
const FIELDS: Readonly<Record<string, string>> = {
  'email-already-in-use': 'email',
  'invalid-email': 'email',
  'invalid-email-password': OWN_PASSWORD_FIELD,
};

/** Makes the function that writes accounts. */
export function createAccountCalls(fetchFrom: typeof fetch): Send {
  return async (path, method, body) => {
    const response = await fetchFrom(`${USERS_PATH}${path}`, {
      method,
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw new HttpError('Sem conexão com o servidor. A conta não foi alterada.', 0, { cause });
    });
    const answer = (await response.json().catch(() => ({}))) as Row;
    if (response.ok) return answer;
    if (response.status === SIGNED_OUT) throw notSaved();
    const { error } = answer;
    const reason = typeof error === 'string' ? REASONS[error] : undefined;
    const field = typeof error === 'string' ? FIELDS[error] : undefined;
    const isBusy = response.status === 429 || response.status >= 500;
    throw new HttpError(
      reason ?? `A conta não foi alterada. ${isBusy ? 'Tente de novo em instantes.' : 'Confira os campos.'}`,
      response.status,
      field !== undefined ? { errors: { [field]: reason } } : undefined,
    );
  };
}

/** Returns the provider with the accounts written by `send`. */
export function withAccounts(provider: DataProvider, send: Send): DataProvider {
  const { table } = ACCOUNTS;
  return {
    ...provider,
    create: async (resource, params) => {
      if (resource !== table) return provider.create(resource, params);
      const { email, displayName, defaultRole: role } = params.data as Row;
      const { user, password, invited } = await send('', 'POST', { email, displayName, role });
      const id = (user as Row | undefined)?.['id'];
      return { data: { id, email, displayName, defaultRole: role, password, invited } as never };
    },
    update: async (resource, params) => {
      if (resource !== table) return provider.update(resource, params);
      const { displayName, email, defaultRole: role, disabled, [OWN_PASSWORD_FIELD]: typed } = params.data as Row;
      // An account of another service may have an address that is none here, and keeps it.
      const proof = typeof typed === 'string' && typed !== '' ? { currentPassword: typed } : {};
      const changed = email === (params.previousData as Row)['email'] ? {} : { email, ...proof };
      await send(`/${params.id}`, 'PATCH', { displayName, ...changed, role, disabled });
      return provider.getOne(resource, { id: params.id });
    },
  };
}

/** Adds what the role may write of accounts: who may read them may write them, through their own address. */
export function withAccountAccess(access: Access): Access {
  const own = access.get(ACCOUNTS.table);
  if (own === undefined) return access;
  const accounts: TableAccess = {
    readable: own.readable,
    insertable: new Set(['email', 'displayName', 'defaultRole']),
    changeable: new Set(['displayName', 'email', 'defaultRole', 'disabled']),
    canDelete: false,
  };
  return new Map([...access, [ACCOUNTS.table, accounts]]);
}
