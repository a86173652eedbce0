import type { ReactElement } from 'react';
import { mayEdit, type SignedInUser } from '../../../shared/session/page-session.ts';
import { administrationAddress } from '../../../shared/session/session-address.ts';
import styles from './edit-link.module.css';

interface Props {
  /** The row of the page, as `table/key`; null for a page of several rows. */
  readonly record: string | null;
  readonly user: SignedInUser | null;
}

/** A link to the row of the page in the administration, for a signed-in user who may edit. Other visitors get nothing of it. */
export function EditLink({ record, user }: Props): ReactElement | null {
  if (record === null || user === null || !mayEdit(user)) return null;
  return (
    <p className={styles.edit}>
      <a href={administrationAddress(record)}>Editar esta página</a>
    </p>
  );
}
