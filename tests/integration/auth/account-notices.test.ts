/** Who owns an account is told by e-mail what changed of the way to sign in, at the address from before. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuthBackend } from '../../../server/backend/auth/auth-backend.ts';
import { withNotices } from '../../../server/password-links/account-notices.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { mailFromMemory } from './memory-account-queue.ts';
import { ADMINISTRATOR, Replicas, signedIn, valueOf } from './replica.ts';

const BY = { userId: null, role: 'admin' };
const BIA = { email: 'bia@instituto.example', displayName: 'Bia', role: 'editor' } as const;

let replicas: Replicas;
let plain: AuthBackend;
beforeAll(async () => {
  replicas = await Replicas.on('pglite');
}, 120_000);
beforeEach(async () => {
  await replicas.end();
  await (await replicas.database()).script('truncate embutido.renovacao, embutido.tentativa; delete from auth.users');
  plain = await replicas.open();
});
afterAll(() => replicas.close());

interface Sent {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

function noticing(isAway = false): { readonly auth: AuthBackend; readonly sent: readonly Sent[] } {
  const sent: Sent[] = [];
  const mail = mailFromMemory(
    {
      transport: () => ({
        send: async (to, { subject, text, html }) => void sent.push({ to, subject, text, html }),
        check: () => Promise.resolve(),
        close: () => undefined,
      }),
      accounts: plain.accounts,
      keys: () => Promise.reject(new Error('a notice has no link')),
      site: () => ({ name: 'Instituto', timeZone: 'America/Sao_Paulo' }),
      siteOrigin: 'https://instituto.example',
      log: SILENT_LOG,
    },
    () => Date.UTC(2026, 2, 4, 15, 30),
  );
  const user = (): Promise<never> => Promise.reject(new Error('the account cannot be read'));
  return { auth: withNotices(isAway ? { ...plain, user } : plain, mail, SILENT_LOG), sent };
}

test('each change of a password, of an address and of codes is told once, to the address from before, without a link', async () => {
  const { auth, sent } = noticing();
  const { user, password } = valueOf(await auth.accounts.create(BIA, BY));
  const session = await signedIn(auth, { email: BIA.email, password });
  const token = { userId: user.id, sessionId: session.refreshTokenId, text: session.accessToken };
  const told = async (change: () => Promise<{ readonly kind: string }>, address: string = BIA.email): Promise<string> => {
    const before = sent.length;
    expect((await change()).kind).toBe('ok');
    expect(sent).toHaveLength(before + 1);
    const { to, subject, text, html } = sent[before] ?? { to: '', subject: '', text: '', html: '' };
    expect([to, /https?:/.test(text), /<a |<ul>/.test(html)]).toEqual([address, false, false]);
    expect(text).toContain('4 de março de 2026');
    expect(text).toContain('fale agora com quem administra o site');
    return subject;
  };
  const SENHA = 'A senha da sua conta foi trocada: Instituto';
  expect(await told(() => auth.changePassword(token, 'outra senha da Bia'))).toBe(SENHA);
  expect(await told(() => auth.accounts.resetPassword(user.id, undefined, BY))).toBe(SENHA);
  const owner = await auth.accounts.passwordOwner({ userId: user.id });
  if (owner === null) throw new Error('no owner');
  expect(await told(() => auth.accounts.setPasswordOf(owner, 'a terceira senha'))).toBe(SENHA);

  const { totpSecret } = valueOf(await auth.generateTotp(token));
  const totp = new TOTP({ secret: Secret.fromBase32(totpSecret) });
  const code = (): string => totp.generate({ timestamp: (replicas.now += 60_000) });
  expect(await told(() => auth.activateTotp(token, code()))).toBe('Sua conta agora pede um código: Instituto');
  expect(await told(async () => (await auth.recoveryCodes?.renew(token, code())) ?? { kind: 'none' })).toContain('códigos de reserva');
  expect(await told(() => auth.deactivateTotp(token, code()))).toBe('Sua conta não pede mais o código: Instituto');
  const again = new TOTP({ secret: Secret.fromBase32(valueOf(await auth.generateTotp(token)).totpSecret) });
  await told(() => auth.activateTotp(token, again.generate({ timestamp: (replicas.now += 60_000) })));
  const other = 'bia@outro.example';
  expect(await told(() => auth.accounts.change(user.id, { email: other }, BY))).toBe('O e-mail da sua conta foi trocado: Instituto');
  expect(sent.at(-1)?.text).not.toContain(other);
  const reset = await told(() => auth.accounts.change(user.id, { resetTotp: true }, BY), other);
  expect(reset).toBe('Sua conta não pede mais o código: Instituto');
  expect(sent).toHaveLength(9);
});

test('what is refused, and what changes nothing of the sign-in, is told nobody; a notice that cannot be queued changes no outcome', async () => {
  const { auth, sent } = noticing();
  const { user } = valueOf(await auth.accounts.create(BIA, BY));
  const token = { userId: user.id, sessionId: null, text: '' };
  expect((await auth.changePassword(token, 'curta')).kind).toBe('refused');
  expect((await auth.accounts.change(user.id, { email: ADMINISTRATOR.email }, BY)).kind).toBe('refused');
  expect(
    (await auth.accounts.change(user.id, { email: BIA.email, displayName: 'Bia Sá', resetTotp: true, role: 'ouvidor' }, BY)).kind,
  ).toBe('ok');
  expect((await auth.accounts.change(user.id, { displayName: 'Bia' }, BY)).kind).toBe('ok');
  expect((await noticing(true).auth.changePassword(token, 'outra senha da Bia')).kind).toBe('ok');
  expect((await auth.changePassword(token, 'mais uma senha')).kind).toBe('ok');
  expect(sent).toHaveLength(1);
});
