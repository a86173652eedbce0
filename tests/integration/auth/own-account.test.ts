/** What a person sees and ends of the own sessions, and the codes for a lost device, with two replicas on one database. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/backend/embedded/database.ts';
import type { PageSession } from '../../../shared/session/page-session.ts';
import type { Listening } from '../../support/listening.ts';
import { authSite, JSON_TYPE, OWN_PAGE, post, submit } from './auth-site.ts';
import { ADMINISTRATOR, Replicas } from './replica.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const ACCOUNT = '/admin?tela=conta';

describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
  let replicas: Replicas;
  let database: Database;
  let site: Listening;
  let other: Listening;

  beforeAll(async () => {
    replicas = await Replicas.on(kind);
    database = await replicas.database();
  }, 120_000);
  beforeEach(async () => {
    await replicas.end();
    await Promise.all([site?.close(), other?.close()]);
    await database.script(
      'truncate embutido.renovacao, embutido.codigo_usado, embutido.codigo_de_reserva, embutido.tentativa; delete from auth.users',
    );
    site = await authSite(await replicas.open());
    other = await authSite(await replicas.open());
  });
  afterAll(async () => {
    await Promise.all([site.close(), other.close()]);
    await replicas.close();
  });

  const cookiesOf = (answer: Response): { readonly cookie: string } => ({
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  });
  const signIn = async (userAgent: string): Promise<{ readonly cookie: string }> => {
    const answer = await post(site, '/_session', ADMINISTRATOR, { 'user-agent': userAgent });
    expect(answer.status).toBe(200);
    return cookiesOf(answer);
  };
  const accountIn = async (headers: { readonly cookie: string }, from = site) => {
    const session = (await (await fetch(from.origin + ACCOUNT, { headers })).json()) as PageSession | null;
    return session?.kind === 'signedIn' ? session.account : undefined;
  };
  const devicesIn = async (headers: { readonly cookie: string }, from = site): Promise<unknown> =>
    (await accountIn(headers, from))?.sessions.map(({ device, isCurrent }) => [device, isCurrent]);

  test('the account names each open session, the own one among them, on every replica, and no other page does', async () => {
    const before = Date.now();
    const desk = await signIn(WINDOWS);
    const phone = await signIn(IPHONE);
    await post(site, '/v1/auth/signin/email-password', ADMINISTRATOR);
    const all = [
      [null, false],
      ['Safari em iPhone', false],
      ['Firefox em Windows', true],
    ];
    expect(await devicesIn(desk)).toEqual(expect.arrayContaining(all));
    expect(await devicesIn(phone, other)).toContainEqual(['Safari em iPhone', true]);
    const [own] = (await accountIn(desk))?.sessions.filter(({ isCurrent }) => isCurrent) ?? [];
    expect(Math.abs(Date.parse(own?.since ?? '') - before)).toBeLessThan(60_000);
    expect(Math.abs(Date.parse(own?.usedAt ?? '') - before)).toBeLessThan(60_000);
    expect(await (await fetch(`${site.origin}/pagina`, { headers: desk })).json()).not.toHaveProperty('account');
  });

  test('another session is ended by a form, or all others are, and the own one stays', async () => {
    const desk = await signIn(WINDOWS);
    const phone = await signIn(IPHONE);
    const third = await signIn('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36');
    const idOf = async (device: string): Promise<string> =>
      (await accountIn(desk))?.sessions.find((each) => each.device === device)?.id ?? '';
    const ended = await submit(other, '/_session/sessions', { sessao: await idOf('Safari em iPhone') }, desk);
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/admin?tela=conta&feito=sessoes#sessoes']);
    expect((await post(site, '/_session/refresh', {}, phone)).status).toBe(401);
    // The own one is not ended here, whatever a form names.
    await submit(site, '/_session/sessions', { sessao: await idOf('Firefox em Windows') }, desk);
    expect((await accountIn(desk))?.sessions).toHaveLength(2);
    expect((await submit(site, '/_session/sessions', {}, desk)).status).toBe(303);
    expect((await post(site, '/_session/refresh', {}, third)).status).toBe(401);
    expect(await devicesIn(desk)).toEqual([['Firefox em Windows', true]]);
    expect((await post(site, '/_session/refresh', {}, desk)).status).toBe(200);
  });

  test('nobody ends sessions of another person, without a session, or from another site', async () => {
    const desk = await signIn(WINDOWS);
    await post(
      site,
      '/_session/users',
      { email: 'bia@instituto.example', displayName: 'Bia', role: 'editor', password: 'senha da Bia' },
      desk,
    );
    const bia = cookiesOf(await post(site, '/_session', { email: 'bia@instituto.example', password: 'senha da Bia' }));
    const [id = ''] = ((await accountIn(desk))?.sessions ?? []).map((each) => each.id);
    await submit(site, '/_session/sessions', { sessao: id }, bia);
    await submit(site, '/_session/sessions', {}, bia);
    expect((await submit(site, '/_session/sessions', {})).status).toBe(401);
    expect((await submit(site, '/_session/sessions', { sessao: 'x' }, desk)).status).toBe(400);
    const foreign = { ...bia, origin: 'https://mal.example', 'sec-fetch-site': 'cross-site' };
    expect((await submit(site, '/_session/sessions', {}, foreign)).status).toBe(403);
    expect((await post(site, '/_session/refresh', {}, desk)).status).toBe(200);
  });

  /** Turns the second factor on, and returns the generator and the recovery codes. */
  const secondFactor = async (session: { readonly cookie: string }) => {
    const made = await post(site, '/_session/totp/secret', { currentPassword: ADMINISTRATOR.password }, session);
    const { totpSecret } = (await made.json()) as { readonly totpSecret: string };
    const totp = new TOTP({ secret: Secret.fromBase32(totpSecret) });
    const answer = await post(site, '/_session/totp', { code: totp.generate({ timestamp: replicas.now }), active: true }, session);
    const { recoveryCodes } = (await answer.json()) as { readonly recoveryCodes: readonly string[] };
    return { totp, codes: recoveryCodes };
  };
  const ticketAt = async (from: Listening): Promise<string> => {
    const answer = (await (await post(from, '/_session', ADMINISTRATOR)).json()) as { readonly mfa: { readonly ticket: string } };
    return answer.mfa.ticket;
  };

  test('who turns the codes on gets ten recovery codes, each of which signs in once, on one of two replicas', async () => {
    const session = await signIn(WINDOWS);
    const { codes } = await secondFactor(session);
    expect([new Set(codes).size, codes.every((code) => /^\d{16}$/.test(code))]).toEqual([10, true]);
    expect((await accountIn(session))?.recoveryCodesLeft).toBe(10);
    const [code = ''] = codes;
    const kept = JSON.stringify((await database.query('select * from embutido.codigo_de_reserva', [])).rows);
    expect(codes.filter((each) => kept.includes(each))).toEqual([]);
    // As our page shows it, in four groups.
    const typed = code.replaceAll(/(.{4})(?=.)/g, '$1 ');
    const tickets = [await ticketAt(site), await ticketAt(other)];
    // The second ticket takes the place of the first, so both use it at once.
    const answers = await Promise.all([site, other].map((from) => submit(from, '/_session', { ticket: tickets[1] ?? '', otp: typed })));
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([303, 401]);
    expect((await submit(site, '/_session', { ticket: await ticketAt(site), otp: code })).status).toBe(401);
    expect((await accountIn(session))?.recoveryCodesLeft).toBe(9);
  });

  test('a recovery code turns the codes off, and none of its list is left', async () => {
    const session = await signIn(WINDOWS);
    const { codes } = await secondFactor(session);
    expect((await post(site, '/_session/totp', { code: codes[3], active: false }, session)).status).toBe(200);
    expect((await accountIn(session))?.recoveryCodesLeft).toBe(0);
    expect((await post(site, '/_session', ADMINISTRATOR)).headers.getSetCookie()).toHaveLength(3);
  });

  test('a recovery code turns nothing on: a code of the application does', async () => {
    const session = await signIn(WINDOWS);
    const { codes } = await secondFactor(session);
    await post(site, '/_session/totp', { code: codes[0], active: false }, session);
    await post(site, '/_session/totp/secret', { currentPassword: ADMINISTRATOR.password }, session);
    expect((await post(site, '/_session/totp', { code: codes[1], active: true }, session)).status).toBe(401);
  });

  test('new recovery codes are made for a code alone, and take the place of the old', async () => {
    const session = await signIn(WINDOWS);
    const { totp, codes } = await secondFactor(session);
    expect((await post(site, '/_session/totp/recovery', { code: '000000' }, session)).status).toBe(401);
    replicas.now += 60_000;
    const answer = await post(site, '/_session/totp/recovery', { code: totp.generate({ timestamp: replicas.now }) }, session);
    const { recoveryCodes } = (await answer.json()) as { readonly recoveryCodes: readonly string[] };
    expect(recoveryCodes).toHaveLength(10);
    expect((await submit(site, '/_session', { ticket: await ticketAt(site), otp: codes[5] ?? '' })).status).toBe(401);
    expect((await submit(site, '/_session', { ticket: await ticketAt(site), otp: recoveryCodes[5] ?? '' })).status).toBe(303);
    // Another administrator takes the second factor away with its codes.
    const { user } = (await (await fetch(`${site.origin}/_session`, { headers: session })).json()) as {
      readonly user: { readonly id: string };
    };
    const bia = { email: 'bia@instituto.example', password: 'senha da Bia' };
    expect((await post(site, '/_session/users', { ...bia, displayName: 'Bia', role: 'administrador' }, session)).status).toBe(201);
    const reset = await fetch(`${site.origin}/_session/users/${user.id}`, {
      method: 'PATCH',
      headers: { ...JSON_TYPE, ...OWN_PAGE, ...cookiesOf(await post(site, '/_session', bia)) },
      body: JSON.stringify({ resetTotp: true }),
    });
    expect(reset.status).toBe(200);
    expect((await accountIn(session))?.recoveryCodesLeft).toBe(0);
  });
});
