import type { ReactElement } from 'react';
import { BannersVigentesDocument } from '../../../shared/graphql/generated/documents/BannersVigentes.ts';
import { ComunicadosVigentesDocument } from '../../../shared/graphql/generated/documents/ComunicadosVigentes.ts';
import { NoticiasRecentesDocument } from '../../../shared/graphql/generated/documents/NoticiasRecentes.ts';
import { ProximasDatasDocument } from '../../../shared/graphql/generated/documents/ProximasDatas.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { Hero } from '../../components/layout/hero/hero.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { SearchBox } from '../../components/lists/search-box/search-box.tsx';
import { Atalhos } from '../../components/navigation/atalhos/atalhos.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import { useSiteName } from '../../layouts/logo/logo.tsx';
import { useSettings, useSiteState } from '../../site-state/contexts.ts';
import { LatePart } from '../late-part.tsx';
import { Banners } from './banners.tsx';
import { ComunicadosVigentes } from './comunicados-vigentes.tsx';
import { NoticiasRecentes } from './noticias-recentes.tsx';
import { OutrosCanais } from './outros-canais.tsx';
import { ProximasDatas, ProximasDatasEmEspera } from './proximas-datas.tsx';
import { Transparencia } from './transparencia.tsx';

export function PageComponent(): ReactElement {
  const state = useSiteState();
  return (
    <>
      <Boasvindas state={state} />
      {state.totaisLai.documentos === 0 ? <EmPreparacao /> : null}
      <LatePart of={ProximasDatasDocument} fallback={<ProximasDatasEmEspera />} fullBleed>
        <ProximasDatas />
      </LatePart>
      <Section title="Comunicados" background="paper" action={{ href: routePath('comunicados'), label: 'Todos os comunicados' }}>
        <LatePart of={ComunicadosVigentesDocument} count={2}>
          <ComunicadosVigentes />
        </LatePart>
      </Section>
      <div data-alem-do-simples="">
        <Section title="Notícias" background="soft" action={{ href: routePath('noticias'), label: 'Todas as notícias' }}>
          <LatePart of={NoticiasRecentesDocument} shape="cards">
            <NoticiasRecentes />
          </LatePart>
        </Section>
        <Transparencia totais={state.totaisLai} />
        <LatePart of={BannersVigentesDocument} shape="cards" count={2} fullBleed>
          <Banners />
        </LatePart>
      </div>
      <OutrosCanais />
    </>
  );
}

/** What an institution says before its first document, so that nobody takes an empty site for one that has nothing to tell. */
function EmPreparacao(): ReactElement {
  return (
    <Section title="Este site está em preparação" background="primary">
      <p>
        O instituto ainda não publicou documentos aqui. <a href={routePath('situacao')}>Veja o que será publicado, e até quando</a>, ou{' '}
        <a href={routePath('sic')}>peça ao SIC</a> o que precisa agora.
      </p>
    </Section>
  );
}

/** The name of the institution and, in the first view, the most wanted services. */
function Boasvindas({ state }: { readonly state: SiteState }): ReactElement {
  const { siteDescription } = useSettings();
  const [site] = state.siteConfig;
  const tarefas = state.dataMenu.filter(({ area, destino }) => area === 'acesso_rapido' && destino !== null);
  return (
    <Hero
      title={useSiteName(site)}
      lead={site?.descricao ?? siteDescription}
      image={site?.image_header ?? null}
      search={<SearchBox action={routePath('busca')} id="busca-no-inicio" label="O que você precisa?" />}
      actions={
        <>
          <LinkButton href={routePath('lai')} icon="lucide:info">
            Acesso à Informação
          </LinkButton>
          <LinkButton href={routePath('modoSimples')}>Modo simples</LinkButton>
        </>
      }
    >
      {tarefas.length === 0 ? undefined : (
        <FixedPart as="div" name="atalhos">
          <Atalhos itens={tarefas} rotulo="Serviços mais procurados" />
        </FixedPart>
      )}
    </Hero>
  );
}
