import type { ReactElement } from 'react';
import { formatDate } from '../../shared/locale/dates.ts';
import { useSettings, useSiteState } from '../site-state/contexts.ts';
import styles from './citation.module.css';

interface Props {
  readonly title: string;
  /** Day of what is cited; null where it goes on changing. */
  readonly date: string | null;
  /** Its address at this site, which does not change. */
  readonly path: string;
}

/** The reference of something that the site publishes, for a work, a report or a request. */
export function Citation({ title, date, path }: Props): ReactElement {
  const { siteUrl } = useSettings();
  const site = useSiteState().siteConfig[0];
  return (
    <p className={styles.citation}>
      {site === undefined ? null : `${site.nome.toUpperCase()}. `}
      <cite>{title}</cite>. {date === null ? null : `${formatDate(date)}. `}
      Disponível em: <a href={path}>{`${siteUrl}${path}`}</a>. Acesso em: dia, mês e ano da sua consulta.
    </p>
  );
}
