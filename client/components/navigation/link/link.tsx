import type { ReactElement, ReactNode } from 'react';
import { safeAddress } from '../../../../shared/html/address.ts';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './link.module.css';

/** A text link with an arrow: 'Todas as notícias →'. */
export function ArrowLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  return (
    <a href={href} className={styles.arrow}>
      <span>{children}</span>
      <Icon name="lucide:arrow-right" size="s" />
    </a>
  );
}

/** A link to another site; its text tells so to screen readers, its icon to others. The words alone where the address is not accepted. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  const accepted = safeAddress(href);
  if (accepted === null) return <>{children}</>;
  return (
    <a href={accepted}>
      {children}
      <span className="somente-leitor"> (abre outro site)</span> <Icon name="lucide:external-link" size="s" />
    </a>
  );
}

/** An e-mail address with a possible line break after its @; other text stays as it is. */
export function EmailAddress({ value }: { readonly value: string }): ReactElement {
  const cut = value.indexOf('@') + 1;
  if (cut <= 1) return <>{value}</>;
  return (
    <>
      {value.slice(0, cut)}
      <wbr />
      {value.slice(cut)}
    </>
  );
}
