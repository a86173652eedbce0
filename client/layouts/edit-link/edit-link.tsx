import type { ReactElement } from 'react';
import { mayEdit, type SignedInUser } from '../../../shared/session/page-session.ts';
import { administrationAddress } from '../../../shared/session/session-address.ts';
import styles from './edit-link.module.css';

interface Props {
  /** The row of the page, as `table/key`; null for a page of several rows. */
  readonly record: string | null;
  readonly user: SignedInUser | null;
}

/** For who has signed in and may edit: a link to the row of the page in the administration. Nobody else gets any of it. */
export function EditLink({ record, user }: Props): ReactElement | null {
  if (record === null || user === null || !mayEdit(user)) return null;
  return (
    <p className={styles.edit}>
      <a href={administrationAddress(record)}>Editar esta página</a>
    </p>
  );
}
