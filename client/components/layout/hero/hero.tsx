import type { ReactElement, ReactNode } from 'react';
import { Image } from '../../media/image/image.tsx';
import styles from './hero.module.css';

interface Props {
  readonly title: string;
  readonly lead?: string | null | undefined;
  /** Source path of a picture, or null to show the drawn arch alone. */
  readonly image: string | null;
  readonly actions?: ReactNode;
  /** The search, on phones: on wide screens it is in the frame already. */
  readonly search?: ReactNode;
  /** What spans the whole width below, half on the band and half on the page. */
  readonly children?: ReactNode;
}

/** The opening of the home page: name, sentence, picture and actions. It contains the h1 of that page. */
export function Hero({ title, lead, image, actions, search, children }: Props): ReactElement {
  return (
    <div className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.text}>
          <h1 className={styles.title}>{title}</h1>
          {lead === undefined || lead === null || lead === '' ? null : <p className={styles.lead}>{lead}</p>}
          {search === undefined ? null : <div className={styles.search}>{search}</div>}
          {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
        </div>
        <div className={styles.arch}>
          {image === null ? null : (
            <Image image={{ src: image, alt: '', width: 2080, height: 1024 }} sizes="622px" aspect="fill" quality={75} eagerFrom="lg" />
          )}
        </div>
      </div>
      {children === undefined ? null : <div className={styles.below}>{children}</div>}
    </div>
  );
}
