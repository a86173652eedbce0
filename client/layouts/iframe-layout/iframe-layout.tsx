import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import { Logo, useSiteName } from '../logo/logo.tsx';
import { SiteNotices } from '../site-notices/site-notices.tsx';
import styles from './iframe-layout.module.css';

interface Props {
  readonly state: SiteState;
  readonly children: ReactNode;
}

/** The layout of embedded applications: one bar that leads back, and all the rest of the screen for the content. */
export function IframeLayout({ state, children }: Props): ReactElement {
  const [site] = state.siteConfig;
  const name = useSiteName(site);
  return (
    <div className={styles.frame}>
      <SiteNotices state={state} />
      <header className={styles.bar}>
        <span className={styles.brand}>
          <Logo site={site} />
          <span className={(site?.logo ?? null) === null ? undefined : styles.inLogo}>{site?.sigla || name}</span>
        </span>
        <a href={routePath('inicio')} className={styles.back}>
          <Icon name="lucide:arrow-left" size="s" /> Voltar ao site
        </a>
      </header>
      <main id="conteudo" tabIndex={-1} className={styles.content}>
        {children}
      </main>
    </div>
  );
}
