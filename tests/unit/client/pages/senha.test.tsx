import { expect, it } from 'vitest';
import * as senha from '../../../../client/pages/senha/page.tsx';
import { renderPage } from './render-page.tsx';

const page = (email: string): string =>
  renderPage(senha, '/admin', {
    session: {
      kind: 'case',
      isReturned: true,
      screen: {
        kind: 'passwordLink',
        screen: { kind: 'set', action: '/_session/password-link/chave', email, problem: 'Tente de novo.', faulty: 'password' },
      },
    },
  });

it('the page of a link names the account, and none where the account could not be read', () => {
  expect(page('ana@exemplo.br')).toContain('Escolha a senha da conta <strong>ana@exemplo.br</strong>. Onde a conta estiver aberta');
  expect(page('')).toContain('Escolha a senha da sua conta. Onde a conta estiver aberta');
});
