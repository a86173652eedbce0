/** `/_session/users`: an administrator changes the accounts of the staff, and no other role does. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Admission } from '../../../shared/cache/admission.ts';
import type { Listening } from '../../support/listening.ts';
import { authSite, JSON_TYPE, OWN_PAGE, post } from './auth-site.ts';
import { ADMINISTRATOR, Replicas } from './replica.ts';

let replicas: Replicas;
let site: Listening;
const logged: unknown[] = [];
beforeAll(async () => {
  replicas = await Replicas.on('pglite');
  const write = (fields: Readonly<Record<string, unknown>>, message: string): void => void logged.push({ ...fields, message });
  site = await authSite(await replicas.open(), { log: { debug: write, info: write, warn: write, error: write } });
}, 120_000);
afterAll(async () => {
  await site.close();
  await replicas.close();
});

async function cookieOf(credentials: { readonly email: string; readonly password: string }): Promise<{ readonly cookie: string }> {
  const [token = ''] = (await post(site, '/_session', credentials)).headers.getSetCookie();
  return { cookie: token.split(';')[0] ?? '' };
}

const patch = (id: string, body: unknown, headers: Record<string, string>) =>
  fetch(`${site.origin}/_session/users/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { ...JSON_TYPE, ...OWN_PAGE, ...headers },
  });

test('an administrator makes, changes and resets an account; an editor and a client without a session are refused', async () => {
  const administrator = await cookieOf(ADMINISTRATOR);
  const bia = { email: 'bia@instituto.example', displayName: 'Bia', role: 'editor' };
  const made = await post(site, '/_session/users', bia, administrator);
  expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'private, no-store']);
  const { user, password } = (await made.json()) as { readonly user: { readonly id: string }; readonly password: string };
  expect(user).toMatchObject({ email: bia.email, defaultRole: 'editor' });

  const editor = await cookieOf({ email: bia.email, password });
  for (const [headers, status] of [
    [editor, 403],
    [{}, 401],
    [{ cookie: 'apollo:default.token=abc' }, 401],
  ] as const) {
    const answers = [
      await post(site, '/_session/users', { ...bia, email: 'c@d.example' }, headers),
      await patch(user.id, { role: 'administrador' }, headers),
      await post(site, `/_session/users/${user.id}/password`, {}, headers),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  }
  expect((await patch(user.id, { disabled: true }, { ...administrator, origin: 'https://mal.example' })).status).toBe(403);

  const changed = await patch(user.id, { displayName: 'Beatriz' }, administrator);
  expect([changed.status, await changed.json()]).toEqual([200, { user: expect.objectContaining({ displayName: 'Beatriz' }) }]);
  const reset = await post(site, `/_session/users/${user.id}/password`, { password: 'uma senha nova' }, administrator);
  expect(await reset.json()).toEqual({ password: 'uma senha nova' });
  expect((await post(site, '/_session', { email: bia.email, password: 'uma senha nova' })).status).toBe(200);
  const changes = logged.filter((entry) => /account/.test(JSON.stringify(entry)));
  expect(changes).toHaveLength(3);
  expect(JSON.stringify(logged)).not.toContain('uma senha nova');
});

test('on a site that sends mail a new account is invited, and its password is told only where the administrator chose it', async () => {
  const invited: string[] = [];
  const invite = async (userId: string): Promise<void> => void invited.push(userId);
  await using mailing = await authSite(await replicas.open(), { invite });
  const administrator = await cookieOf(ADMINISTRATOR);
  const made = await post(mailing, '/_session/users', { email: 'eva@d.example', displayName: 'Eva', role: 'editor' }, administrator);
  const { user, ...rest } = (await made.json()) as { readonly user: { readonly id: string } };
  expect([made.status, rest]).toEqual([201, { invited: true }]);
  const chosen = { email: 'leo@d.example', displayName: 'Leo', role: 'editor', password: 'senha do Leo' };
  expect(await (await post(mailing, '/_session/users', chosen, administrator)).json()).toMatchObject({ password: chosen.password });
  expect((await post(mailing, '/_session/users', chosen, administrator)).status).toBe(409);
  expect(invited).toEqual([user.id]);
});

test.each([
  ['another role', { email: 'd@e.example', displayName: 'D', role: 'admin' }],
  ['no name', { email: 'd@e.example', displayName: ' ', role: 'editor' }],
  ['a name of two lines', { email: 'd@e.example', displayName: 'D\r\nE', role: 'editor' }],
  ['a name that turns what follows around', { email: 'd@e.example', displayName: 'D\u202eE', role: 'editor' }],
  ['another key', { email: 'd@e.example', displayName: 'D', role: 'editor', roles: ['admin'] }],
])('an account with %s is refused', async (_name, body) => {
  const answer = await post(site, '/_session/users', body, await cookieOf(ADMINISTRATOR));
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { status: 400, error: 'invalid-request', message: 'The request payload is incorrect' },
  ]);
});

test('a client whose quota is used up is refused before anything is asked, and its quota is given back', async () => {
  let running = 0;
  const admit = (): Admission => {
    if (running > 0) return { kind: 'refused', because: 'client' };
    running += 1;
    return { kind: 'admitted', release: () => void (running -= 1) };
  };
  await using limited = await authSite(await replicas.open(), { admit });
  for (const path of ['/_session', '/v1/auth/token']) {
    running = 1;
    expect([path, (await post(limited, path, ADMINISTRATOR)).status]).toEqual([path, 429]);
    running = 0;
    expect([400, 200]).toContain((await post(limited, path, ADMINISTRATOR)).status);
    await expect.poll(() => running).toBe(0);
  }
});
