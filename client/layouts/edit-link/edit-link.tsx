import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { mayEdit, userOf } from '../../../shared/session/page-session.ts';
import { RECORD_PARAMETER } from '../../../shared/session/session-address.ts';
import { useSession } from '../../site-state/contexts.ts';
import styles from './edit-link.module.css';

/** For who has signed in and may edit: a link to the row of the page in the administration. Nobody else gets any of it. */
export function EditLink({ record }: { readonly record: string | null }): ReactElement | null {
  const user = userOf(useSession());
  if (record === null || user === null || !mayEdit(user)) return null;
  return (
    <p className={styles.edit}>
      <a href={`${routePath('admin')}?${RECORD_PARAMETER}=${record}`}>Editar esta página</a>
    </p>
  );
}
