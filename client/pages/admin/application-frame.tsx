import type { ReactElement } from 'react';
import { ADMIN_APP_PATH } from '../../../shared/routes/url.ts';
import { ExternalLink } from '../../components/navigation/link/link.tsx';
import styles from './admin.module.css';

/** What a foreign application of forms and files needs; it may not navigate the page around it. */
const PERMISSIONS = 'allow-downloads allow-forms allow-modals allow-popups allow-same-origin allow-scripts';

interface Props {
  readonly foreignUrl: string | null;
  /** The row that our own application opens, as `table/key`; the route has checked its form. */
  readonly record: string | undefined;
}

/**
 * The administration application in a frame, and a link for when the frame stays empty. Our own application has no sandbox: it is of our
 * origin, and a frame with its scripts and our origin could remove the attribute. A foreign one keeps its own origin inside its sandbox.
 */
export function ApplicationFrame({ foreignUrl, record }: Props): ReactElement {
  const own = record === undefined ? ADMIN_APP_PATH : `${ADMIN_APP_PATH}/${record}`;
  const title = 'Aplicação de administração do site';
  return (
    <>
      <h1 className="somente-leitor">Administração do site</h1>
      {foreignUrl === null ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- it would promise what it cannot hold; see above
        <iframe className={styles.quadro} src={own} title={title} />
      ) : (
        <iframe className={styles.quadro} src={foreignUrl} title={title} sandbox={PERMISSIONS} />
      )}
      <p className={styles.saida}>
        O painel não abriu?{' '}
        {foreignUrl === null ? (
          <a href={own} data-recarregar="">
            Abra-o fora desta página
          </a>
        ) : (
          <ExternalLink href={foreignUrl}>Abra-o fora desta página</ExternalLink>
        )}
      </p>
    </>
  );
}
