/** What a person changes of the own sign-in, who proves to know the present password: another one, and one-time codes. */
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Listening } from '../../support/listening.ts';
import { authSite, JSON_TYPE, OWN_PAGE, post, SITE, submit } from './auth-site.ts';
import { ADMINISTRATOR, Replicas } from './replica.ts';

const NEW = { email: ADMINISTRATOR.email, password: 'outra senha da Ana' };

let replicas: Replicas;
let site: Listening;
beforeEach(async () => {
  replicas = await Replicas.on('postgres');
  site = await authSite(await replicas.open());
}, 120_000);
afterEach(async () => {
  await site.close();
  await replicas.close();
});

/** The cookies of a new session, as the browser sends them. */
async function cookiesOf(credentials: typeof NEW): Promise<{ readonly cookie: string }> {
  const answer = await post(site, '/_session', credentials);
  expect(answer.status).toBe(200);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((field) => field.split(';')[0])
      .join('; '),
  };
}

const change = (body: unknown, headers: Record<string, string>): Promise<Response> => post(site, '/_session/password', body, headers);

test('the password changes with the present one alone, and the other sessions of the person end', async () => {
  const here = await cookiesOf(ADMINISTRATOR);
  const there = await cookiesOf(ADMINISTRATOR);
  const right = { currentPassword: ADMINISTRATOR.password, newPassword: NEW.password };

  const wrong = await change({ ...right, currentPassword: 'errada' }, here);
  expect([wrong.status, await wrong.json()]).toEqual([422, expect.objectContaining({ error: 'invalid-email-password' })]);
  expect((await change({ newPassword: NEW.password }, here)).status).toBe(400);
  expect((await change({ ...right, newPassword: 'curta' }, here)).status).toBe(400);
  expect((await change(right, {})).status).toBe(401);
  expect((await change(right, { ...here, origin: 'https://mal.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await post(site, '/_session', NEW)).status).toBe(401);

  const changed = await change(right, here);
  expect([changed.status, changed.headers.get('cache-control'), changed.headers.getSetCookie()]).toEqual([200, 'private, no-store', []]);
  expect((await post(site, '/_session', ADMINISTRATOR)).status).toBe(401);
  expect((await post(site, '/_session/refresh', {}, there)).status).toBe(401);
  expect((await post(site, '/_session/refresh', {}, here)).status).toBe(200);
});

test('a session that the change has ended does not change the password again, whose token still verifies', async () => {
  const signIn = await post(site, '/v1/auth/signin/email-password', ADMINISTRATOR);
  const { session } = (await signIn.json()) as { readonly session: { readonly accessToken: string } };
  const there = { authorization: `Bearer ${session.accessToken}` };
  const right = { currentPassword: ADMINISTRATOR.password, newPassword: NEW.password };
  expect((await change(right, await cookiesOf(ADMINISTRATOR))).status).toBe(200);
  const again = { currentPassword: NEW.password, newPassword: 'senha de outra pessoa' };
  expect((await post(site, '/v1/auth/user/password', { newPassword: 'senha de outra pessoa' }, there)).status).toBe(401);
  expect((await change(again, there)).status).toBe(401);
  expect((await post(site, '/_session/totp/secret', { currentPassword: NEW.password }, there)).status).toBe(401);
  const bia = { email: 'bia@instituto.example', displayName: 'Bia', role: 'administrador' };
  expect((await post(site, '/_session/users', bia, there)).status).toBe(401);
  expect((await post(site, '/_session', NEW)).status).toBe(200);
});

test('an administrator changes the own way to sign in with the present password alone, by the addresses of accounts too', async () => {
  const session = await cookiesOf(ADMINISTRATOR);
  const { user } = (await (await fetch(`${site.origin}/_session`, { headers: session })).json()) as {
    readonly user: { readonly id: string };
  };
  const patch = async (body: object): Promise<readonly unknown[]> => {
    const headers = { ...JSON_TYPE, ...OWN_PAGE, ...session };
    const answer = await fetch(`${site.origin}/_session/users/${user.id.toUpperCase()}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers,
    });
    return [answer.status, ((await answer.json()) as { readonly error?: unknown }).error];
  };
  const reset = await post(site, `/_session/users/${user.id}/password`, { password: NEW.password }, session);
  expect([reset.status, await reset.json()]).toEqual([403, expect.objectContaining({ error: 'own-account' })]);
  expect(await patch({ resetTotp: true })).toEqual([403, 'own-account']);
  expect(await patch({ email: 'eva@mal.example' })).toEqual([422, 'invalid-email-password']);
  expect(await patch({ email: 'eva@mal.example', currentPassword: 'errada' })).toEqual([422, 'invalid-email-password']);
  expect((await post(site, '/_session', ADMINISTRATOR)).status).toBe(200);

  expect(await patch({ displayName: 'Ana Lima' })).toEqual([200, undefined]);
  expect(await patch({ email: 'ana@novo.example', currentPassword: ADMINISTRATOR.password })).toEqual([200, undefined]);
  expect((await post(site, '/_session', { ...ADMINISTRATOR, email: 'ana@novo.example' })).status).toBe(200);
});

test('attempts at the present password have the same limit as attempts to sign in', async () => {
  const session = await cookiesOf(ADMINISTRATOR);
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 20)
    statuses.push((await change({ currentPassword: 'errada', newPassword: 'mais uma senha' }, session)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
});

describe('a form without script', () => {
  const send = (fields: Record<string, string>, headers: Record<string, string>): Promise<Response> =>
    submit(site, '/_session/password', { username: ADMINISTRATOR.email, ...fields }, headers);
  const right = { currentPassword: ADMINISTRATOR.password, newPassword: NEW.password };

  test('changes the password and leads back to the account', async () => {
    const changed = await send(right, await cookiesOf(ADMINISTRATOR));
    expect([changed.status, changed.headers.get('location')]).toEqual([303, '/admin?tela=conta&feito=senha']);
    expect([(await post(site, '/_session', ADMINISTRATOR)).status, (await post(site, '/_session', NEW)).status]).toEqual([401, 200]);
  });

  test('comes back with what is wrong', async () => {
    const session = await cookiesOf(ADMINISTRATOR);
    for (const [fields, field, message] of [
      [{ ...right, currentPassword: 'errada' }, 'currentPassword', 'A senha atual não confere.'],
      [{ ...right, newPassword: 'curta' }, 'newPassword', 'A senha tem de 8 a 50 caracteres.'],
      [{ ...right, newPassword: '' }, 'newPassword', 'Preencha as duas senhas. A senha tem de 8 a 50 caracteres.'],
    ] as const) {
      const answer = await send(fields, session);
      expect([answer.status, await answer.json()]).toEqual([
        422,
        {
          kind: 'signedIn',
          user: expect.objectContaining({ email: ADMINISTRATOR.email }),
          refusedPassword: { field, message },
          account: { sessions: [expect.objectContaining({ isCurrent: true })], recoveryCodesLeft: 0 },
        },
      ]);
    }
    expect((await post(site, '/_session', ADMINISTRATOR)).status).toBe(200);
  });

  test('a form without script says when to try again, and asks a client without a session to sign in', async () => {
    const session = await cookiesOf(ADMINISTRATOR);
    const answers: Response[] = [];
    while (answers.at(-1)?.status !== 429 && answers.length < 20)
      answers.push(await send({ ...right, currentPassword: 'errada' }, session));
    const last = answers.at(-1);
    expect([answers.length, last?.headers.has('retry-after'), await last?.json()]).toEqual([
      11,
      true,
      expect.objectContaining({ refusedPassword: { field: null, message: expect.stringMatching(/minuto/) } }),
    ]);
    const nobody = await send(right, {});
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { errors: [{ message: 'Sua sessão terminou. Entre de novo.' }] }]);
    expect((await send(right, { ...session, origin: 'https://mal.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('one-time codes', () => {
  const secretOf = (body: unknown, headers: Record<string, string>): Promise<Response> =>
    post(site, '/_session/totp/secret', body, headers);
  const turn = (code: string, active: boolean, headers: Record<string, string>): Promise<Response> =>
    post(site, '/_session/totp', { code, active }, headers);

  test('the secret of one-time codes is given for the present password alone, and a code of it turns them on and off', async () => {
    const session = await cookiesOf(ADMINISTRATOR);
    const wrong = await secretOf({ currentPassword: 'errada' }, session);
    expect([wrong.status, await wrong.json()]).toEqual([422, expect.objectContaining({ error: 'invalid-email-password' })]);
    expect((await secretOf({}, session)).status).toBe(400);
    expect((await secretOf({ currentPassword: ADMINISTRATOR.password }, {})).status).toBe(401);
    expect((await turn('000000', true, session)).status).toBe(400);

    const made = await secretOf({ currentPassword: ADMINISTRATOR.password }, session);
    const { totpSecret, imageUrl } = (await made.json()) as { readonly totpSecret: string; readonly imageUrl: string };
    expect([made.status, made.headers.get('cache-control'), imageUrl.slice(0, 5)]).toEqual([200, 'private, no-store', 'data:']);
    const totp = new TOTP({ secret: Secret.fromBase32(totpSecret) });
    expect((await turn(totp.generate({ timestamp: replicas.now }), true, session)).status).toBe(200);
    expect(await (await post(site, '/_session', ADMINISTRATOR)).json()).toEqual({ mfa: { ticket: expect.any(String) } });
    replicas.now += 30_000;
    expect((await turn(totp.generate({ timestamp: replicas.now }), false, session)).status).toBe(200);
    expect((await post(site, '/_session', ADMINISTRATOR)).status).toBe(200);

    // In the step whose code turned them off, a code of another secret is a new one, and is accepted once.
    const renewed = await secretOf({ currentPassword: ADMINISTRATOR.password }, session);
    const second = (await renewed.json()) as { readonly totpSecret: string };
    const code = new TOTP({ secret: Secret.fromBase32(second.totpSecret) }).generate({ timestamp: replicas.now });
    expect((await turn(code, true, session)).status).toBe(200);
    expect((await turn(code, false, session)).status).toBe(401);
    replicas.now += 30_000;
    const next = new TOTP({ secret: Secret.fromBase32(second.totpSecret) }).generate({ timestamp: replicas.now });
    expect((await turn(next, false, session)).status).toBe(200);
  });

  test('Nhost’s addresses for one-time codes take the token of a program, and no cookie', async () => {
    const session = await cookiesOf(ADMINISTRATOR);
    const [, token = ''] = /apollo:default\.token=([^;]+)/.exec(decodeURIComponent(session.cookie)) ?? [];
    const program = { authorization: `Bearer ${token}` };
    const generate = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${site.origin}/v1/auth/mfa/totp/generate`, { headers: { origin: SITE, 'sec-fetch-site': 'same-origin', ...headers } });
    expect([(await generate(session)).status, (await generate(program)).status]).toEqual([401, 200]);
    for (const [path, body] of [
      ['/v1/auth/user/password', { newPassword: 'senha de quem achou o navegador' }],
      ['/v1/auth/user/mfa', { code: '123456', activeMfaType: 'totp' }],
    ] as const)
      expect([path, (await post(site, path, body, session)).status]).toEqual([path, 401]);
    expect((await post(site, '/v1/auth/user/password', { newPassword: NEW.password }, program)).status).toBe(200);
  });
});
