import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { Icone } from '../../components/media/icon/icon.tsx';
import { Logo, nomeDoSite } from '../logo/logo.tsx';
import { AvisosDoSite } from '../site-notices/site-notices.tsx';
import estilos from './iframe-layout.module.css';

interface Props {
  readonly state: SiteState;
  readonly children: ReactNode;
}

/** The layout of embedded applications: one bar that leads back, and all the rest of the screen for the content. */
export function QuadroCheio({ state, children }: Props): ReactElement {
  const [site] = state.siteConfig;
  return (
    <div className={estilos.quadro}>
      <AvisosDoSite state={state} />
      <header className={estilos.barra}>
        <span className={estilos.marca}>
          <Logo site={site} />
          <span>{site?.sigla ?? nomeDoSite(site)}</span>
        </span>
        <a href={routePath('inicio')} className={estilos.voltar}>
          <Icone nome="lucide:arrow-left" tamanho="p" /> Voltar ao site
        </a>
      </header>
      <main id="conteudo" tabIndex={-1} className={estilos.conteudo}>
        {children}
      </main>
    </div>
  );
}
