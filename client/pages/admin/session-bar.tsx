import type { ReactElement } from 'react';
import { mayAdminister, type SignedInUser } from '../../../shared/session/page-session.ts';
import { ACCOUNT_ADDRESS, administrationAddress, END_SESSION_PATH } from '../../../shared/session/session-address.ts';
import { Button } from '../../components/navigation/button/button.tsx';
import styles from './admin.module.css';

/** Names the signed-in user, with the links between the administration and the person's account, and the sign-out, which needs no script. */
export function SessionBar({ user, screen }: { readonly user: SignedInUser; readonly screen: 'application' | 'account' }): ReactElement {
  return (
    <section className={styles.sessao} aria-label="Sua sessão">
      <span className={styles.pessoa}>{user.displayName === '' ? user.email : user.displayName}</span>
      {screen === 'application' ? (
        <a href={ACCOUNT_ADDRESS} data-recarregar="">
          Sua conta
        </a>
      ) : null}
      {screen === 'account' && mayAdminister(user) ? (
        <a href={administrationAddress(null)} data-recarregar="">
          Administração
        </a>
      ) : null}
      <form method="post" action={END_SESSION_PATH}>
        <Button type="submit" variant="secondary">
          Sair
        </Button>
      </form>
    </section>
  );
}
