/** Ends the digest of who answers cases by the link of one of its e-mails. */
import type { ReactElement } from 'react';
import { ACCOUNT_ADDRESS } from '../../../shared/session/session-address.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { PageColumn, Stack } from '../../components/layout/column/column.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import { useSession } from '../../site-state/contexts.ts';
import styles from '../admin/admin.module.css';

export function PageComponent(): ReactElement | null {
  const session = useSession();
  const screen = session?.kind === 'case' ? session.screen : null;
  if (screen?.kind !== 'digest') return null;
  return (
    <PageColumn narrow>
      <div className={styles.entrada}>
        <Stack gap="l">
          <h1>Resumo dos casos por e-mail</h1>
          {screen.action === null ? (
            <Alert tone="success" title="Você não recebe mais o resumo">
              <p>
                Para voltar a receber, entre e ligue o resumo em <a href={ACCOUNT_ADDRESS}>Sua conta</a>.
              </p>
            </Alert>
          ) : (
            <form method="post" action={screen.action}>
              <Stack>
                <p>Você recebe um e-mail na manhã de cada dia útil em que algum caso dos cidadãos espera.</p>
                <p>
                  <Button type="submit">Não quero mais receber</Button>
                </p>
              </Stack>
            </form>
          )}
        </Stack>
      </div>
    </PageColumn>
  );
}
