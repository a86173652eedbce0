import type { ReactElement, ReactNode } from 'react';
import { Icone } from '../../media/icon/icon.tsx';

/** A link to another site, which says so. */
export function LinkExterno({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  return (
    <a href={href} rel="noopener">
      {children}
      <span className="somente-leitor"> (abre outro site)</span> <Icone nome="lucide:external-link" tamanho="p" />
    </a>
  );
}
