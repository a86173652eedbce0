import { describe, expect, it } from 'vitest';
import * as admin from '../../../../client/pages/admin/page.tsx';
import type { PageSession, SignInForm } from '../../../../shared/session/page-session.ts';
import { renderPage } from './render-page.tsx';

const as = (role: string): PageSession => ({
  kind: 'signedIn',
  user: { id: 'u-1', displayName: 'Ana Souza', email: 'ana@exemplo.br', role, hasTotp: false },
});
const refused = (form: Partial<SignInForm>): PageSession => ({
  kind: 'signingIn',
  form: { email: 'ana@exemplo.br', ticket: null, record: null, errors: [], ...form },
});
const FORM = /<form (?=[^>]*method="post")[^>]*action="\/_session"/;

describe('the sign-in', () => {
  const html = renderPage(admin, '/admin');

  it('is a plain form with labels and the names that password managers know', () => {
    expect(html).toMatch(FORM);
    expect(html).toMatch(/<label for="entrada-email"[^>]*>E-mail<\/label>/);
    expect(html).toMatch(/<input [^>]*name="email"[^>]*autoComplete="username"|<input [^>]*autoComplete="username"[^>]*name="email"/i);
    expect(html).toMatch(/<label for="entrada-senha"[^>]*>Senha<\/label>/);
    const [password = ''] = /<input [^>]*id="entrada-senha"[^>]*>/.exec(html) ?? [];
    expect(password).toMatch(/name="password"/);
    expect(password).toMatch(/autoComplete="current-password"/i);
    expect(html).not.toMatch(/autofocus|aria-invalid|onpaste|role="alert"/i);
  });

  it('shows an error beside its field, ties it to it, gives it the focus, and keeps the e-mail', () => {
    const wrong = renderPage(admin, '/admin', {
      session: refused({ email: 'ana@<exemplo', errors: [{ field: 'email', message: 'Digite um e-mail completo.' }] }),
    });
    const [email = ''] = /<input [^>]*id="entrada-email"[^>]*>/.exec(wrong) ?? [];
    expect(email).toContain('value="ana@&lt;exemplo"');
    expect(email).toContain('aria-invalid="true"');
    expect(email).toContain('aria-describedby="entrada-email-erro"');
    expect(email).toMatch(/autofocus/i);
    expect(wrong).toMatch(/<p id="entrada-email-erro"[^>]*>.*?Digite um e-mail completo\./);
    expect(wrong.match(/autofocus/gi)).toHaveLength(1);
  });

  it('says what is wrong with the whole form, and gives the password the focus', () => {
    const wrong = renderPage(admin, '/admin', {
      session: refused({ errors: [{ field: null, message: 'E-mail ou senha incorretos.' }] }),
    });
    expect(wrong).toMatch(/id="entrada-mensagem"><div [^>]*role="alert"/);
    expect(wrong).toContain('E-mail ou senha incorretos.');
    const [password = ''] = /<input [^>]*id="entrada-senha"[^>]*>/.exec(wrong) ?? [];
    expect(password).toContain('aria-describedby="entrada-mensagem"');
    expect(password).toMatch(/autofocus/i);
    expect(password).not.toContain(' value=');
  });

  it('asks for the one-time code alone in the second step', () => {
    const second = renderPage(admin, '/admin', { session: refused({ ticket: 'mfaTotp:1' }) });
    expect(second).toMatch(FORM);
    expect(second).toContain('<input type="hidden" name="ticket" value="mfaTotp:1"/>');
    expect(second).toMatch(/<input [^>]*inputMode="numeric"/i);
    expect(second).toMatch(/autoComplete="one-time-code"/i);
    expect(second).not.toContain('type="password"');
  });
});

describe('the sign-in from the address of a row', () => {
  const FIELD = '<input type="hidden" name="registro" value="noticia/12"/>';

  it('sends the row along, in each step', () => {
    expect(renderPage(admin, '/admin?registro=noticia/12')).toContain(FIELD);
    expect(renderPage(admin, '/admin', { session: refused({ record: 'noticia/12' }) })).toContain(FIELD);
    const second = renderPage(admin, '/admin', { session: refused({ record: 'noticia/12', ticket: 'mfaTotp:1' }) });
    expect(second).toContain(FIELD);
    expect(second).toMatch(/<a href="\/admin\?registro=noticia\/12"[^>]*>Entrar com outra conta/);
  });

  it('sends none without one, or with one that names no row', () => {
    for (const address of ['/admin', '/admin?registro=//mal.example/1', '/admin?registro=noticia/1/../x'])
      expect(renderPage(admin, address)).not.toContain('name="registro"');
  });
});

describe('the own account without script', () => {
  const account = (session: Partial<PageSession & { kind: 'signedIn' }> = {}, address = '/admin?tela=conta'): string =>
    renderPage(admin, address, { session: { ...as('editor'), ...session } as PageSession });

  it('changes the password by a form that a browser sends by itself', () => {
    const [, form = ''] = /<form (?=[^>]*action="\/_session\/password")([^>]*)>/.exec(account()) ?? [];
    expect(form).toContain('method="post"');
    expect(form).not.toContain('data-so-com-script');
  });

  it('shows what was refused at its field, or that the password was changed', () => {
    const wrong = account({ refusedPassword: { field: 'currentPassword', message: 'A senha atual não confere.' } });
    expect(wrong).toMatch(/<p id="senha-atual-erro"[^>]*>.*?A senha atual não confere\./);
    const short = account({ refusedPassword: { field: 'newPassword', message: 'Curta demais.' } });
    expect(short).toMatch(/<p id="nova-senha-erro"[^>]*>.*?Curta demais\./);
    expect(account({}, '/admin?tela=conta&feito=senha')).toContain('A senha foi mudada.');
    expect(account()).not.toContain('A senha foi mudada.');
  });

  it('says what becomes of the other sessions with the password, as far as the backend is known to end them', () => {
    const changed = '/admin?tela=conta&feito=senha';
    expect(account({ account: { sessions: [], recoveryCodesLeft: 0 } }, changed)).toContain('para de funcionar em até quinze minutos');
    expect(account({}, changed)).toContain('use também “Encerrar todas as sessões”');
    expect(account({}, changed)).not.toContain('foram encerradas');
  });

  it('asks for the present password before it shows a secret of one-time codes', () => {
    const [, turnOn = ''] = /Códigos de uso único<\/h2>(.*?)Sessões<\/h2>/s.exec(account()) ?? [];
    expect(turnOn).toMatch(/<input (?=[^>]*name="currentPassword")[^>]*type="password"/);
  });
});

describe('the administration', () => {
  it('frames our own application without a sandbox, which its scripts could remove, beside a link to it', () => {
    const html = renderPage(admin, '/admin', { session: as('editor') });
    expect(html).toMatch(/<iframe [^>]*src="\/admin\/app" title="Aplicação de administração do site">/);
    expect(html).not.toContain('sandbox');
    expect(html).toMatch(/<a href="\/admin\/app"[^>]*>Abra-o fora desta página/);
  });

  it('has our own application open the row of the address, and no address that names none', () => {
    const html = renderPage(admin, '/admin?registro=noticia/12', { session: as('editor') });
    expect(html).toMatch(/<iframe [^>]*src="\/admin\/app\/noticia\/12" /);
    expect(html).toMatch(/<a href="\/admin\/app\/noticia\/12"[^>]*>Abra-o fora desta página/);
    for (const row of ['//mal.example/1', 'previa/../1', 'noticia/12/x', 'noticia/0', 'Noticia/1', 'noticia/12?x'])
      expect(renderPage(admin, `/admin?registro=${encodeURIComponent(row)}`, { session: as('editor') })).toContain(' src="/admin/app" ');
  });

  it('frames a foreign application in its sandbox', () => {
    const html = renderPage(admin, '/admin?registro=noticia/12', {
      session: as('administrador'),
      settings: { adminAppUrl: 'https://admin.example/' },
    });
    expect(html).toMatch(/<iframe [^>]*src="https:\/\/admin\.example\/" title="[^"]+" sandbox="allow-downloads /);
    expect(html).not.toContain('/admin/app');
  });

  it('frames the application for a person who answers citizens', () => {
    expect(renderPage(admin, '/admin', { session: as('ouvidor') })).toContain(' src="/admin/app" ');
  });

  it.each(['user', 'me', 'public', 'admin', 'atendimento', ''])(
    'shows a sentence and nothing of the administration to the role %j',
    (role) => {
      const html = renderPage(admin, '/admin', { session: as(role) });
      expect(html).toContain('Sua conta não tem permissão para editar o site nem para responder aos cidadãos.');
      expect(html).not.toMatch(/iframe|\/admin\/app/);
    },
  );

  it('shows the account of the person, with a form that ends all sessions', () => {
    const html = renderPage(admin, '/admin?tela=conta', { session: as('me') });
    expect(html).toContain('ana@exemplo.br');
    expect(html).toMatch(/<form (?=[^>]*method="post")[^>]*action="\/_session\/end"[^>]*><input type="hidden" name="all" value="true"\/>/);
    expect(html).toMatch(/autoComplete="current-password"[^]*autoComplete="new-password"/i);
    expect(html).not.toContain('/admin/app');
  });

  it('asks for the sign-in before it shows an account', () => {
    expect(renderPage(admin, '/admin?tela=conta')).toMatch(FORM);
  });
});
