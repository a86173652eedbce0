import type { ReactElement } from 'react';
import type { BreadcrumbStep } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { SearchBox } from '../../components/lists/search-box/search-box.tsx';
import { Logo, useSiteName } from '../logo/logo.tsx';
import { MainMenu } from '../main-menu/main-menu.tsx';
import styles from './site-header.module.css';

interface Props {
  readonly state: SiteState;
  readonly breadcrumb: readonly BreadcrumbStep[];
}

/** The header of every page: name of the institution, search and main menu. */
export function SiteHeader({ state, breadcrumb }: Props): ReactElement {
  const site = state.siteConfig[0];
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <a href={routePath('inicio')} className={styles.brand}>
          <Logo site={site} />
          <span className={styles.name}>
            {useSiteName(site)}
            <span className="somente-leitor"> — página inicial</span>
          </span>
        </a>
        <div className={styles.search} data-sem-impressao="">
          <SearchBox action={routePath('busca')} id="busca" label="Buscar no site" labelVisible={false} />
        </div>
      </div>
      <MainMenu items={state.dataMenu} breadcrumb={breadcrumb} />
    </header>
  );
}
