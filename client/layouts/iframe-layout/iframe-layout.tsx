import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { EstadoDoSite } from '../../../shared/site-state/site-state.ts';
import { Icone } from '../../components/media/icon/icon.tsx';
import { Logo, nomeDoSite } from '../logo/logo.tsx';
import { AvisosDoSite } from '../site-notices/site-notices.tsx';
import estilos from './iframe-layout.module.css';

interface Props {
  readonly estado: EstadoDoSite;
  readonly children: ReactNode;
}

/** The layout of embedded applications: one bar that leads back, and all the rest of the screen for the content. */
export function QuadroCheio({ estado, children }: Props): ReactElement {
  const [site] = estado.siteConfig;
  return (
    <div className={estilos.quadro}>
      <AvisosDoSite estado={estado} />
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
