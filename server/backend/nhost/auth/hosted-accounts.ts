/** Accounts of a hosted Nhost, read and changed through its GraphQL with the admin secret. */
import { z } from 'zod';
import type { AccountAdministration, AccountChange, AuthResult, AuthUser } from '../../auth/auth-backend.ts';
import { rightsAfter, staffRolesOf } from '../../auth/staff-rights.ts';
import { ADMIN_CALLER } from '../../backend.ts';
import type { NhostGraphql } from '../graphql-client.ts';

export interface HostedAccounts extends AccountAdministration {
  /** Null for an account that does not exist or is disabled. */
  user(userId: string): Promise<AuthUser | null>;
  /** Ends all sessions of an account. */
  endSessions(userId: string): Promise<void>;
}

const COLUMNS = `id email displayName avatarUrl locale createdAt defaultRole disabled emailVerified phoneNumber phoneNumberVerified
  isAnonymous metadata activeMfaType roles { role }`;

const Account = z.object({
  id: z.string(),
  email: z.string().nullable(),
  displayName: z.string(),
  avatarUrl: z.string(),
  locale: z.string(),
  createdAt: z.string(),
  defaultRole: z.string(),
  disabled: z.boolean(),
  emailVerified: z.boolean(),
  phoneNumber: z.string().nullable(),
  phoneNumberVerified: z.boolean(),
  isAnonymous: z.boolean(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  activeMfaType: z.string().nullable(),
  roles: z.array(z.object({ role: z.string() })),
});

const FIND = `query Conta($id: uuid!) { user(id: $id) { ${COLUMNS} } }`;
const END = `mutation EncerrarSessoes($id: uuid!) { deleteAuthRefreshTokens(where: { userId: { _eq: $id } }) { affected_rows } }`;
const OTHER_ADMINISTRATORS = `query OutrosAdministradores($id: uuid!) {
  users(where: { id: { _neq: $id }, disabled: { _eq: false }, roles: { role: { _eq: "administrador" } } }, limit: 1) { id }
}`;
const CHANGE = `mutation MudarConta($id: uuid!, $conta: users_set_input!) { updateUser(pk_columns: { id: $id }, _set: $conta) { id } }`;
const GIVE_RIGHTS = `mutation DarPapel($id: uuid!, $papel: String!, $papeis: [authUserRoles_insert_input!]!) {
  updateUser(pk_columns: { id: $id }, _set: { defaultRole: $papel }) { id }
  deleteAuthUserRoles(where: { userId: { _eq: $id }, role: { _in: ["editor", "administrador", "ouvidor"] } }) { affected_rows }
  insertAuthUserRoles(objects: $papeis) { affected_rows }
}`;

/** Makes it. */
export function createHostedAccounts(graphql: Pick<NhostGraphql, 'execute'>): HostedAccounts {
  const run = async <T>(query: string, variables: Readonly<Record<string, unknown>>, shape: z.ZodType<T>): Promise<T> => {
    const answer = await graphql.execute({ query, variables }, { caller: ADMIN_CALLER });
    if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused an account');
    return shape.parse(JSON.parse(answer.json));
  };
  const find = async (id: string): Promise<z.infer<typeof Account> | null> =>
    (await run(FIND, { id }, z.object({ user: Account.nullable() }))).user;
  const endSessions = async (id: string): Promise<void> => {
    await run(END, { id }, z.unknown());
  };
  const isLast = async (id: string): Promise<boolean> =>
    (await run(OTHER_ADMINISTRATORS, { id }, z.object({ users: z.array(z.unknown()) }))).users.length === 0;
  const apply = async (before: AuthUser, change: AccountChange): Promise<void> => {
    const { id } = before;
    const { displayName, disabled, resetTotp } = change;
    const rights = rightsAfter(before, change);
    const columns = {
      ...(displayName === undefined ? {} : { displayName }),
      ...(disabled === undefined ? {} : { disabled }),
      ...(resetTotp === true ? { activeMfaType: null, totpSecret: null } : {}),
    };
    if (Object.keys(columns).length > 0) await run(CHANGE, { id, conta: columns }, z.unknown());
    if (rights !== null) {
      const papeis = staffRolesOf(rights).map((role) => ({ userId: id, role }));
      await run(GIVE_RIGHTS, { id, papel: rights.role, papeis }, z.unknown());
    }
    if (rights !== null || disabled !== undefined) await endSessions(id);
  };
  return {
    endSessions,
    async user(id) {
      const account = await find(id);
      return account === null || account.disabled ? null : userOf(account);
    },
    // The service alone makes the digest of a password, and takes a new one only from who knows the old one, or by its own panel.
    create: () => Promise.resolve(ELSEWHERE),
    resetPassword: () => Promise.resolve(ELSEWHERE),
    async change(id, change) {
      const before = await find(id);
      if (before === null) return { kind: 'refused', fault: 'user-not-found' };
      const losesRole =
        before.roles.some(({ role }) => role === 'administrador') &&
        (change.disabled === true || (change.role ?? 'administrador') !== 'administrador');
      if (losesRole && (await isLast(id))) return { kind: 'refused', fault: 'last-administrator' };
      await apply(userOf(before), change);
      const after = await find(id);
      return after === null ? { kind: 'refused', fault: 'user-not-found' } : { kind: 'ok', value: userOf(after) };
    },
  };
}

const ELSEWHERE: AuthResult<never> = { kind: 'refused', fault: 'accounts-elsewhere' };

function userOf({ disabled: _disabled, roles, metadata, ...account }: z.infer<typeof Account>): AuthUser {
  return { ...account, roles: roles.map(({ role }) => role), metadata: metadata ?? {} };
}
