/**
 * The frame of every page, in three forms: default, lai (with the transparency menu beside the content) and iframe. It renders no
 * element around its parts, so that they are the children of <body>: what a stream leaves at the end of <body> can then be ordered
 * before the footer where there is no script.
 */
import type { ReactElement, ReactNode } from 'react';
import type { RouteId } from '../../shared/routes/table.ts';
import type { Head, Layout as NomeDoLayout } from '../../shared/routes/types.ts';
import { routePath } from '../../shared/routes/url.ts';
import type { Caminho, SiteState } from '../../shared/site-state/site-state.ts';
import { Conteudo } from '../components/layout/column/column.tsx';
import { Migalhas } from '../components/navigation/breadcrumbs/breadcrumbs.tsx';
import { BarraDeAcessibilidade } from './accessibility-bar/accessibility-bar.tsx';
import { Rodape } from './footer/footer.tsx';
import { QuadroCheio } from './iframe-layout/iframe-layout.tsx';
import estilos from './layout.module.css';
import { MenuLai } from './menu-lai/menu-lai.tsx';
import { CabecalhoDaPagina } from './page-header/page-header.tsx';
import { CabecalhoDoSite } from './site-header/site-header.tsx';
import { AvisosDoSite } from './site-notices/site-notices.tsx';
import { LinksDeSalto } from './skip-links/skip-links.tsx';

export interface LayoutProps {
  readonly layout: NomeDoLayout;
  readonly state: SiteState;
  /** The route's own steps; the first one or two are added here. */
  readonly trilha: readonly Caminho[];
  readonly head: Head;
  /** null for the error page, which has neither small header nor breadcrumb. */
  readonly routeId: RouteId | null;
  readonly children: ReactNode;
}

export function Layout(props: LayoutProps): ReactElement {
  const { layout, state, trilha, routeId, children } = props;
  if (layout === 'iframe') return <QuadroCheio state={state}>{children}</QuadroCheio>;
  const noErro = routeId === null;
  return (
    <>
      <LinksDeSalto />
      <BarraDeAcessibilidade state={state} />
      <AvisosDoSite state={state} />
      <CabecalhoDoSite state={state} trilha={trilha} />
      {noErro || routeId === 'inicio' ? null : (
        <div className={estilos.caminho}>
          <Conteudo>
            <Migalhas caminhos={caminhosDe(layout, routeId, trilha)} />
          </Conteudo>
        </div>
      )}
      {layout === 'lai' && !noErro ? <CorpoLai {...props}>{children}</CorpoLai> : <CorpoPadrao {...props}>{children}</CorpoPadrao>}
      <Rodape state={state} />
    </>
  );
}

/** The breadcrumb with its first steps: Início, and on transparency pages Início › Transparência, which is the last one on its own page. */
export function caminhosDe(layout: NomeDoLayout, routeId: RouteId, trilha: readonly Caminho[]): readonly Caminho[] {
  const inicio: Caminho = { rotulo: 'Início', to: routePath('inicio') };
  if (layout === 'lai' && trilha.length === 0) return [inicio, { rotulo: 'Transparência', to: null }];
  const naSecao = layout === 'lai' && routeId !== 'lai';
  return naSecao ? [inicio, { rotulo: 'Transparência', to: routePath('lai') }, ...trilha] : [inicio, ...trilha];
}

function CorpoPadrao({ state, head, routeId, children }: LayoutProps): ReactElement {
  const comColuna = routeId !== 'inicio';
  return (
    <main id="conteudo" tabIndex={-1} className={estilos.principal}>
      {comColuna && routeId !== null ? <CabecalhoDaPagina head={head} site={state.siteConfig[0]} /> : null}
      {comColuna ? (
        <div className={estilos.corpo}>
          <Conteudo>{children}</Conteudo>
        </div>
      ) : (
        children
      )}
    </main>
  );
}

/** The menu comes before the content in the document and stands beside it on the screen, under the header that spans both. */
function CorpoLai({ state, head, trilha, children }: LayoutProps): ReactElement {
  return (
    <div className={estilos.lai}>
      <MenuLai secoes={state.dataLai} trilha={trilha} />
      <main id="conteudo" tabIndex={-1} className={estilos.principalLai}>
        <div className={estilos.cabecalhoLai}>
          <CabecalhoDaPagina head={head} site={state.siteConfig[0]} />
        </div>
        <div className={estilos.conteudoLai}>{children}</div>
      </main>
    </div>
  );
}
