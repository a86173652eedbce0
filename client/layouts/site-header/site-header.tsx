import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { Caminho, SiteState } from '../../../shared/site-state/site-state.ts';
import { CaixaDeBusca } from '../../components/lists/search-box/search-box.tsx';
import { Logo, nomeDoSite } from '../logo/logo.tsx';
import { MenuPrincipal } from '../main-menu/main-menu.tsx';
import estilos from './site-header.module.css';

interface Props {
  readonly state: SiteState;
  readonly trilha: readonly Caminho[];
}

/** Who speaks, the search, and the main menu. */
export function CabecalhoDoSite({ state, trilha }: Props): ReactElement {
  const site = state.siteConfig[0];
  return (
    <header className={estilos.cabecalho}>
      <div className={estilos.topo}>
        <a href={routePath('inicio')} className={estilos.marca}>
          <Logo site={site} />
          <span className={estilos.nome}>
            {nomeDoSite(site)}
            <span className="somente-leitor"> — página inicial</span>
          </span>
        </a>
        <div className={estilos.busca} data-sem-impressao="">
          <CaixaDeBusca acao={routePath('busca')} id="busca" rotulo="Buscar no site" rotuloVisivel={false} />
        </div>
      </div>
      <MenuPrincipal itens={state.dataMenu} trilha={trilha} />
    </header>
  );
}
