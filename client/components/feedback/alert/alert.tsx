import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import { Heading, type HeadingLevel } from '../../content/heading/heading.tsx';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './alert.module.css';

type AlertTone = 'info' | 'success' | 'warning' | 'error';

const ICONS: Readonly<Record<AlertTone, string>> = {
  info: 'lucide:info',
  success: 'lucide:circle-check',
  warning: 'lucide:triangle-alert',
  error: 'lucide:circle-alert',
};

const NAMES: Readonly<Record<AlertTone, string>> = { info: 'Informação', success: 'Sucesso', warning: 'Atenção', error: 'Erro' };

interface Props {
  readonly tone: AlertTone;
  readonly title?: string | undefined;
  readonly level?: HeadingLevel;
  /** Only for a message that appears after the page was read. */
  readonly role?: 'status' | 'alert' | undefined;
  readonly children: ReactNode;
}

/** A message that must not be missed; icon and hidden name say its kind, so that colour is not alone. */
export function Alert({ tone, title, level = 2, role, children }: Props): ReactElement {
  return (
    <div className={classNames(styles.alert, styles[tone])} role={role}>
      <span className={styles.icon}>
        <Icon name={ICONS[tone]} label={NAMES[tone]} />
      </span>
      <div className={styles.body}>
        {title === undefined ? null : (
          <Heading level={level} className={styles.title}>
            {title}
          </Heading>
        )}
        {children}
      </div>
    </div>
  );
}
