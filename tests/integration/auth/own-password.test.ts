/** `POST /_session/password`: a person changes the own password, and proves to know the present one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Listening } from '../../support/listening.ts';
import { authSite, post } from './auth-site.ts';
import { ADMINISTRATOR, Replicas } from './replica.ts';

const NEW = { email: ADMINISTRATOR.email, password: 'outra senha da Ana' };

let replicas: Replicas;
let site: Listening;
beforeEach(async () => {
  replicas = await Replicas.on('pglite');
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

test('who has a session guesses the present password no more often than who signs in', async () => {
  const session = await cookiesOf(ADMINISTRATOR);
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 20)
    statuses.push((await change({ currentPassword: 'errada', newPassword: 'mais uma senha' }, session)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
});
