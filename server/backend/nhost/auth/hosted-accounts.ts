/**
 * Accounts of a hosted Nhost, made, read and changed through its GraphQL with the admin secret: whether its service lets strangers sign up plays no
 * part. Passwords are bcrypt, which the service verifies.
 */
import { hash as bcrypt } from 'bcryptjs';
import { z } from 'zod';
import {
  type AccountAdministration,
  type AccountChange,
  type AuthResult,
  type AuthUser,
  type NewAccount,
  type PasswordOwner,
  refused,
} from '../../auth/auth-backend.ts';
import { isTooShort, passwordMark, randomPassword } from '../../auth/new-passwords.ts';
import { createPasswordTurns, orBusy } from '../../auth/password-turns.ts';
import { rightsAfter, type StaffRights, staffRolesOf } from '../../auth/staff-rights.ts';
import { ADMIN_CALLER } from '../../backend.ts';
import type { NhostGraphql } from '../graphql-client.ts';

export interface HostedAccounts extends AccountAdministration {
  /** Null for an account that does not exist or is disabled. */
  user(userId: string): Promise<AuthUser | null>;
  /** Ends all sessions of an account. */
  endSessions(userId: string): Promise<void>;
  /** Says whether the account has a session that goes on. */
  hasSession(userId: string): Promise<boolean>;
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

const Owner = Account.pick({ id: true, email: true, defaultRole: true, disabled: true, emailVerified: true }).extend({
  passwordHash: z.string().nullable(),
});

const FIND = `query Conta($id: uuid!) { user(id: $id) { ${COLUMNS} } }`;
const OWNER_BY_EMAIL = 'query ContaDoEmail($email: citext!) { users(where: { email: { _eq: $email } }, limit: 1) { ...Dona } }';
const OWNER_BY_ID = 'query ContaDoLink($id: uuid!) { users(where: { id: { _eq: $id } }, limit: 1) { ...Dona } }';
const OWNER = 'fragment Dona on users { id email defaultRole disabled emailVerified passwordHash }';
const END = `mutation EncerrarSessoes($id: uuid!) { deleteAuthRefreshTokens(where: { userId: { _eq: $id } }) { affected_rows } }`;
const OPEN = `query SessaoAberta($id: uuid!, $agora: timestamptz!) {
  authRefreshTokens(where: { userId: { _eq: $id }, expiresAt: { _gt: $agora } }, limit: 1) { id }
}`;
const OF_ANOTHER_ADMINISTRATOR =
  '{ role: { _eq: "administrador" }, userRoles: { userId: { _neq: $id }, user: { disabled: { _eq: false } } } }';
/**
 * Hasura runs the fields in their order in one transaction. The first holds the row of the role until its end: of two administrators who dismiss
 * each other, the second sees what the first has done. The service counts the default role among those of an account, so both go together.
 */
const DISMISS = `mutation DispensarAdministrador($id: uuid!, $conta: users_set_input!, $papeis: [String!]!) {
  updateAuthRoles(where: { role: { _eq: "administrador" } }, _set: { role: "administrador" }) { affected_rows }
  dispensadas: updateUsers(where: { id: { _eq: $id }, roles: { roleByRole: ${OF_ANOTHER_ADMINISTRATOR} } }, _set: $conta) { affected_rows }
  deleteAuthUserRoles(where: { userId: { _eq: $id }, role: { _in: $papeis }, roleByRole: ${OF_ANOTHER_ADMINISTRATOR} }) { affected_rows }
}`;
const CHANGE = `mutation MudarConta($id: uuid!, $conta: users_set_input!) { updateUser(pk_columns: { id: $id }, _set: $conta) { id } }`;
const CREATE = `mutation CriarConta($conta: users_insert_input!) { insertUser(object: $conta) { ${COLUMNS} } }`;
const SET_PASSWORD = `mutation TrocarSenha($id: uuid!, $senha: String!) {
  updateUser(pk_columns: { id: $id }, _set: { passwordHash: $senha }) { id }
  deleteAuthRefreshTokens(where: { userId: { _eq: $id } }) { affected_rows }
}`;
/** In one transaction, in this order: sessions end where the password is now the one that was set. */
const SET_PASSWORD_OF = `mutation TrocarSenhaPorLink($id: uuid!, $conta: users_bool_exp!, $senha: String!) {
  updateUsers(where: $conta, _set: { passwordHash: $senha }) { affected_rows }
  deleteAuthRefreshTokens(where: { userId: { _eq: $id }, user: { passwordHash: { _eq: $senha } } }) { affected_rows }
}`;
const GIVE_RIGHTS = `mutation DarPapel($id: uuid!, $papel: String!, $papeis: [authUserRoles_insert_input!]!) {
  updateUser(pk_columns: { id: $id }, _set: { defaultRole: $papel }) { id }
  deleteAuthUserRoles(where: { userId: { _eq: $id }, role: { _in: ["editor", "administrador", "ouvidor"] } }) { affected_rows }
  insertAuthUserRoles(objects: $papeis) { affected_rows }
}`;

interface MadeAccount {
  readonly user: AuthUser;
  readonly password: string;
}

interface FoundOwner {
  readonly owner: PasswordOwner;
  readonly passwordHash: string | null;
}

/** The cost that Nhost's service has. */
const BCRYPT_COST = 10;

export function createHostedAccounts(graphql: Pick<NhostGraphql, 'execute'>): HostedAccounts {
  const inTurn = createPasswordTurns();
  const hash = (password: string): Promise<string> => inTurn(() => bcrypt(password, BCRYPT_COST));
  const run = async <T>(query: string, variables: Readonly<Record<string, unknown>>, shape: z.ZodType<T>): Promise<T> => {
    const answer = await graphql.execute({ query, variables }, { caller: ADMIN_CALLER });
    if (answer.kind === 'errors') throw new RefusedAccount(answer.errors[0]?.message ?? 'the backend refused an account');
    return shape.parse(JSON.parse(answer.json));
  };
  const find = async (id: string): Promise<z.infer<typeof Account> | null> =>
    (await run(FIND, { id }, z.object({ user: Account.nullable() }))).user;
  const findOwner = async (of: Parameters<AccountAdministration['passwordOwner']>[0]): Promise<FoundOwner | null> => {
    const [query, variables] = 'email' in of ? [OWNER_BY_EMAIL, { email: of.email }] : [OWNER_BY_ID, { id: of.userId }];
    const [account] = (await run(`${query} ${OWNER}`, variables, z.object({ users: z.array(Owner) }))).users;
    if (account === undefined || account.disabled || !account.emailVerified || account.email === null) return null;
    const { id, email, defaultRole: role, passwordHash } = account;
    return { owner: { id, email, role, passwordMark: passwordMark(passwordHash, email) }, passwordHash };
  };
  const endSessions = async (id: string): Promise<void> => {
    await run(END, { id }, z.unknown());
  };
  /** Takes what makes an account an administrator. Returns whether there was another one; nothing is taken otherwise, or where the address is refused. */
  const dismiss = async (id: string, { disabled, email, role }: AccountChange): Promise<boolean> => {
    const conta = {
      ...(disabled === undefined ? {} : { disabled }),
      ...(email === undefined ? {} : { email }),
      ...(isOther(role) ? { defaultRole: role } : {}),
    };
    const { dispensadas } = await run(DISMISS, { id, conta, papeis: isOther(role) ? ['administrador'] : [] }, Dismissed);
    return dispensadas.affected_rows === 1;
  };
  const apply = async (before: AuthUser, change: AccountChange): Promise<void> => {
    const { id } = before;
    const { displayName, email, disabled, resetTotp } = change;
    const rights = rightsAfter(before, change);
    const columns = {
      ...(displayName === undefined ? {} : { displayName }),
      ...(email === undefined ? {} : { email }),
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
    async hasSession(id) {
      const shape = z.object({ authRefreshTokens: z.array(z.unknown()) });
      return (await run(OPEN, { id, agora: new Date().toISOString() }, shape)).authRefreshTokens.length > 0;
    },
    async passwordOwner(of) {
      return (await findOwner(of))?.owner ?? null;
    },
    setPasswordOf: ({ id, passwordMark: mark }, password) =>
      orBusy<null>(async () => {
        if (isTooShort(password)) return refused('password-too-short');
        const senha = await hash(password);
        const found = await findOwner({ userId: id });
        if (found?.owner.passwordMark !== mark) return refused('invalid-ticket');
        const { passwordHash, owner } = found;
        const conta = {
          id: { _eq: id },
          email: { _eq: owner.email },
          disabled: { _eq: false },
          passwordHash: passwordHash === null ? { _is_null: true } : { _eq: passwordHash },
        };
        const { updateUsers } = await run(SET_PASSWORD_OF, { id, conta, senha }, z.object({ updateUsers: Affected }));
        return updateUsers.affected_rows === 1 ? { kind: 'ok', value: null } : refused('invalid-ticket');
      }),
    async user(id) {
      const account = await find(id);
      return account === null || account.disabled ? null : userOf(account);
    },
    create: ({ email, displayName, role, answersCases = false, password = randomPassword() }: NewAccount) =>
      orBusy<MadeAccount>(async () => {
        if (isTooShort(password)) return refused('password-too-short');
        const passwordHash = await hash(password);
        const roles = { data: rolesOf({ role, answersCases }) };
        const conta = { email, displayName, passwordHash, emailVerified: true, locale: 'pt', defaultRole: role, roles };
        try {
          const { insertUser } = await run(CREATE, { conta }, z.object({ insertUser: Account }));
          return { kind: 'ok', value: { user: userOf(insertUser), password } };
        } catch (error) {
          return refusedAddress(error);
        }
      }),
    resetPassword: (id, password = randomPassword()) =>
      orBusy<Pick<MadeAccount, 'password'>>(async () => {
        if (isTooShort(password)) return refused('password-too-short');
        const senha = await hash(password);
        const { updateUser } = await run(SET_PASSWORD, { id, senha }, z.object({ updateUser: z.unknown() }));
        return updateUser === null ? refused('user-not-found') : { kind: 'ok', value: { password } };
      }),
    async change(id, change) {
      const before = await find(id);
      if (before === null) return refused('user-not-found');
      const losesRole = before.roles.some(({ role }) => role === 'administrador') && (change.disabled === true || isOther(change.role));
      try {
        if (losesRole && !(await dismiss(id, change))) return refused('last-administrator');
        await apply(userOf(before), change);
      } catch (error) {
        return refusedAddress(error);
      }
      const after = await find(id);
      return after === null ? refused('user-not-found') : { kind: 'ok', value: userOf(after) };
    },
  };
}

/** Whether a change gives a role that does not administer. */
function isOther(role: AccountChange['role']): boolean {
  return role !== undefined && role !== 'administrador';
}

const Affected = z.object({ affected_rows: z.number() });
const Dismissed = z.object({ dispensadas: Affected });

/** What the backend refused, in its words. */
class RefusedAccount extends Error {
  override readonly name = 'RefusedAccount';
}

/** Returns the refusal of an address that another account has. @throws every other error */
function refusedAddress(error: unknown): AuthResult<never> {
  if (error instanceof RefusedAccount && /^Uniqueness violation\..*email/.test(error.message)) return refused('email-already-in-use');
  throw error;
}

/** The roles of a new account: those of every person who signs in, and those of the staff. */
function rolesOf(rights: StaffRights): readonly { readonly role: string }[] {
  return ['user', 'me', ...staffRolesOf(rights)].map((role) => ({ role }));
}

function userOf({ disabled: _disabled, roles, metadata, ...account }: z.infer<typeof Account>): AuthUser {
  return { ...account, roles: roles.map(({ role }) => role), metadata: metadata ?? {} };
}
