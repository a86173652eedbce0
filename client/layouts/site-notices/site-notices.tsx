import type { ReactElement } from 'react';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import styles from './site-notices.module.css';

/** Notices at the top of every page: that the content is a demonstration, and the institution's own notice. */
export function SiteNotices({ state }: { readonly state: SiteState }): ReactElement | null {
  const notice = state.siteConfig[0]?.aviso_global ?? '';
  if (!state.demonstracao && notice === '') return null;
  return (
    <aside aria-label="Avisos do site">
      {state.demonstracao ? (
        <p className={styles.demonstration}>
          Este site mostra conteúdo de demonstração.
          <button type="button" data-acao="aviso" className={styles.close} data-so-com-script="">
            <Icon name="lucide:x" size="s" label="Fechar este aviso" />
          </button>
        </p>
      ) : null}
      {notice === '' ? null : (
        <p className={styles.global}>
          <Icon name="lucide:megaphone" size="s" />
          <span>{notice}</span>
        </p>
      )}
    </aside>
  );
}
