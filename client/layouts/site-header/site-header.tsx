import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { classNames } from '../../components/class-names.ts';
import { SearchBox } from '../../components/lists/search-box/search-box.tsx';
import { Icon } from '../../components/media/icon/icon.tsx';
import { Logo, useSiteName } from '../logo/logo.tsx';
import { MainMenu } from '../main-menu/main-menu.tsx';
import type { Place } from '../main-menu/menu-entry.ts';
import styles from './site-header.module.css';

interface Props {
  readonly state: SiteState;
  readonly place: Place;
}

/** The header of every page: name of the institution, search and main menu; on phones one bar, whose two switches work without script. */
export function SiteHeader({ state, place }: Props): ReactElement {
  const site = state.siteConfig[0];
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <a href={routePath('inicio')} className={styles.brand}>
          <Logo site={site} />
          <span className={classNames(styles.name, site !== undefined && site.logo !== null && styles.inLogo)}>
            {useSiteName(site)}
            <span className="somente-leitor"> — página inicial</span>
          </span>
        </a>
        <details className={styles.toggle} data-sem-impressao="" suppressHydrationWarning>
          <summary>
            <Icon name="lucide:search" label="Buscar no site" />
          </summary>
        </details>
        <div className={styles.search} data-sem-impressao="">
          <SearchBox action={routePath('busca')} id="busca" label="Buscar no site" labelVisible={false} suggests />
        </div>
      </div>
      <MainMenu state={state} place={place} />
    </header>
  );
}
