import type { ReactElement } from 'react';
import { PageColumn, Stack } from '../../components/layout/column/column.tsx';
import { ExternalLink } from '../../components/navigation/link/link.tsx';
import { useSettings } from '../../site-state/contexts.ts';
import styles from './admin.module.css';

/** What an application of forms and files needs; it may not navigate the page around it. */
const PERMISSIONS = 'allow-downloads allow-forms allow-modals allow-popups allow-same-origin allow-scripts';

/** The administration application in a frame. The document's policy allows frames of its host only. */
export function PageComponent(): ReactElement {
  const { adminAppUrl } = useSettings();
  if (adminAppUrl === null) {
    return (
      <PageColumn narrow>
        <Stack>
          <h1>Administração do site</h1>
          <p>A aplicação de administração não está configurada neste servidor.</p>
        </Stack>
      </PageColumn>
    );
  }
  return (
    <div className={styles.moldura}>
      <h1 className="somente-leitor">Administração do site</h1>
      <iframe className={styles.quadro} src={adminAppUrl} title="Aplicação de administração do site" sandbox={PERMISSIONS} />
      <p className={styles.saida}>
        O painel não apareceu? <ExternalLink href={adminAppUrl}>Abra-o fora desta página</ExternalLink>
      </p>
    </div>
  );
}
