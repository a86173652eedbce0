import type { ReactElement, ReactNode } from 'react';
import type { ConfiguracaoDoSite } from '../../shared/estado/estado.ts';
import { routePath } from '../../shared/routes/url.ts';
import { Icone } from '../components/icone.tsx';
import { Logo, nomeDoSite } from './logo.tsx';
import estilos from './quadro-cheio.module.css';

interface Props {
  readonly site: ConfiguracaoDoSite | undefined;
  readonly children: ReactNode;
}

/** The layout of embedded applications: one bar that leads back, and all the rest of the screen for the content. */
export function QuadroCheio({ site, children }: Props): ReactElement {
  return (
    <div className={estilos.quadro}>
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
