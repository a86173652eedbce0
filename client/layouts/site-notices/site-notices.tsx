import type { ReactElement } from 'react';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { Icone } from '../../components/media/icon/icon.tsx';
import estilos from './site-notices.module.css';

/** What every page must say before anything else: that the content is invented, and the institution's own warning. */
export function AvisosDoSite({ state }: { readonly state: SiteState }): ReactElement | null {
  const aviso = state.siteConfig[0]?.aviso_global ?? '';
  if (!state.demonstracao && aviso === '') return null;
  return (
    <aside aria-label="Avisos do site">
      {state.demonstracao ? (
        <p className={estilos.demonstracao}>
          <Icone nome="lucide:info" tamanho="p" />
          <span>
            <strong>Este site mostra conteúdo de demonstração.</strong> O instituto, as pessoas e os valores são fictícios.
          </span>
        </p>
      ) : null}
      {aviso === '' ? null : (
        <p className={estilos.global}>
          <Icone nome="lucide:megaphone" tamanho="p" />
          <span>{aviso}</span>
        </p>
      )}
    </aside>
  );
}
