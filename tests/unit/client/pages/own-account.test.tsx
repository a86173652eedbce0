import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Account } from '../../../../client/pages/admin/account.tsx';
import { matchRoute } from '../../../../shared/routes/match.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';
import { DIGEST_CHOSEN, DIGEST_CHOSEN_ADDRESS } from '../../../../shared/session/digest-address.ts';
import { DONE_PARAMETER } from '../../../../shared/session/session-address.ts';

const OLGA = { id: '1', displayName: 'Olga', email: 'olga@instituto.example', role: 'ouvidor', hasTotp: false };
const account = (changes: Partial<Parameters<typeof Account>[0]>): string => renderToStaticMarkup(<Account user={OLGA} {...changes} />);

describe('the digest of the cases on the own account', () => {
  it('is offered to who gets it or has switched it off, by a form that needs no script', () => {
    expect(account({ getsDigest: true })).toMatch(
      /<form action="\/_session\/digest" method="post"><input type="hidden" name="receber" value="nao"/,
    );
    expect(account({ getsDigest: false })).toMatch(
      /<form action="\/_session\/digest" method="post"><input type="hidden" name="receber" value="sim"/,
    );
    expect(account({})).not.toContain('Resumo dos casos');
  });

  it('says that it was switched after the form has led back', () => {
    const { pathname, searchParams } = new URL(DIGEST_CHOSEN_ADDRESS, 'https://site.example');
    const match = matchRoute(ROUTES, pathname, searchParams);
    expect(match).toMatchObject({ kind: 'route', input: { search: { [DONE_PARAMETER]: [DIGEST_CHOSEN] } } });
    expect(account({ getsDigest: false, isDigestChosen: true })).toContain('O resumo foi desligado.');
    expect(account({ getsDigest: true, isDigestChosen: true })).toContain('O resumo está ligado.');
  });
});
