/** `/_session/digest`: who answers cases switches their digest off and on, with or without script. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuthBackend } from '../../../server/backend/auth/auth-backend.ts';
import { DIGEST_CHOSEN_ADDRESS, OWN_DIGEST_PATH } from '../../../shared/session/digest-address.ts';
import { ACCOUNT_ADDRESS } from '../../../shared/session/session-address.ts';
import type { Listening } from '../../support/listening.ts';
import { authSite, submit } from './auth-site.ts';
import { ADMINISTRATOR, Replicas, signedIn, valueOf } from './replica.ts';

const OLGA = { email: 'olga@instituto.example', password: 'a senha da Olga' };
const ADMIN = { userId: null, role: 'admin' };

let replicas: Replicas;
let auth: AuthBackend;
let off: Set<string>;
let gets: (userId: string) => Promise<boolean>;
beforeAll(async () => {
  replicas = await Replicas.on('pglite');
}, 120_000);
afterAll(() => replicas.close());
beforeEach(async () => {
  await replicas.end();
  await (await replicas.database()).script('truncate embutido.renovacao, embutido.tentativa; delete from auth.users');
  auth = await replicas.open();
  off = new Set();
  gets = async (userId) => !off.has(userId);
  valueOf(await auth.accounts.create({ ...OLGA, displayName: 'Olga', role: 'ouvidor' }, ADMIN));
});

const siteWithDigest = (): Promise<Listening> =>
  authSite(auth, {
    digest: { gets: (userId) => gets(userId), choose: async (userId, isWanted) => void (isWanted ? off.delete(userId) : off.add(userId)) },
  });
const cookieOf = async (credentials: typeof OLGA): Promise<{ readonly cookie: string }> => {
  const { accessToken } = await signedIn(auth, credentials);
  return { cookie: `apollo:default.token=${accessToken}` };
};
const account = async (site: Listening, headers: { readonly cookie: string }): Promise<unknown> =>
  (await fetch(`${site.origin}${ACCOUNT_ADDRESS}`, { headers })).json();

test('the account of who answers cases says whether the digest is on, and the form switches it', async () => {
  await using site = await siteWithDigest();
  const olga = await cookieOf(OLGA);
  expect(await account(site, olga)).toMatchObject({ getsDigest: true });
  for (const [receber, isOn] of [
    ['nao', false],
    ['sim', true],
  ] as const) {
    const answer = await submit(site, OWN_DIGEST_PATH, { receber }, olga);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, DIGEST_CHOSEN_ADDRESS]);
    expect(await account(site, olga)).toMatchObject({ getsDigest: isOn });
  }
});

test('an account that answers no cases, and a site without mail, have no such switch', async () => {
  await using site = await siteWithDigest();
  expect(await account(site, await cookieOf(ADMINISTRATOR))).not.toHaveProperty('getsDigest');
  await using silent = await authSite(auth);
  const olga = await cookieOf(OLGA);
  expect(await account(silent, olga)).not.toHaveProperty('getsDigest');
  expect((await submit(silent, OWN_DIGEST_PATH, { receber: 'nao' }, olga)).status).toBe(400);
});

test('another site, a visitor without a session and an unreadable choice change nothing', async () => {
  await using site = await siteWithDigest();
  const olga = await cookieOf(OLGA);
  const foreign = { ...olga, origin: 'https://mal.example', 'sec-fetch-site': 'cross-site' };
  const statuses = [
    await submit(site, OWN_DIGEST_PATH, { receber: 'nao' }, foreign),
    await submit(site, OWN_DIGEST_PATH, { receber: 'nao' }),
    await submit(site, OWN_DIGEST_PATH, { receber: 'talvez' }, olga),
  ].map(({ status }) => status);
  expect([statuses, off.size]).toEqual([[403, 401, 400], 0]);
});

test('the account is shown without the switch while nobody can say whether the digest is on', async () => {
  await using site = await siteWithDigest();
  gets = () => Promise.reject(new Error('the database is away'));
  const shown = await account(site, await cookieOf(OLGA));
  expect(shown).toMatchObject({ kind: 'signedIn', account: {} });
  expect(shown).not.toHaveProperty('getsDigest');
});
