import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../../media/icon/icon.tsx';

/** A link to another site, which says so. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  return (
    <a href={href} rel="noopener">
      {children}
      <span className="somente-leitor"> (abre outro site)</span> <Icon name="lucide:external-link" size="s" />
    </a>
  );
}
