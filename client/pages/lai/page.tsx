import type { ReactElement } from 'react';
import { AtualizacaoDaTransparenciaDocument } from '../../../shared/graphql/generated/documents/AtualizacaoDaTransparencia.ts';
import { DocumentosRecentesDocument } from '../../../shared/graphql/generated/documents/DocumentosRecentes.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { SecaoLai } from '../../../shared/site-state/site-state.ts';
import { CartaoDeSecao, temEntradas } from '../../components/documents/cartao-de-secao/cartao-de-secao.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { SearchBox } from '../../components/lists/search-box/search-box.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { LatePart } from '../late-part.tsx';
import { ComoPedir } from './como-pedir.tsx';
import styles from './lai.module.css';
import { OutrosPortais } from './outros-portais.tsx';
import { PainelEmDia } from './painel-em-dia.tsx';
import { UltimasPublicacoes } from './ultimas-publicacoes.tsx';

export function PageOpening(): ReactElement {
  const { totaisLai } = useSiteState();
  return (
    <PageIntro
      lead="Os documentos, as contas e os atos do instituto, por assunto. Se o que você procura não está aqui, peça: é seu direito."
      facts={{ documentos: totaisLai.documentos === 0 ? null : formatCount(totaisLai.documentos, 'documento', 'documentos') }}
    >
      <LinkButton href={routePath('sic')}>Pedir informação</LinkButton>
    </PageIntro>
  );
}

export function PageComponent(): ReactElement {
  const { dataLai, siteConfig } = useSiteState();
  return (
    <Stack gap="l">
      <div className={styles.busca}>
        <SearchBox
          action={routePath('busca')}
          id="busca-na-transparencia"
          suggests
          label="O que você procura?"
          hint="Por exemplo: ata de março, contrato de limpeza, DAIR 2025."
        />
      </div>
      <Assuntos secoes={dataLai.filter(temEntradas)} />
      <Section title="Últimas publicações">
        <LatePart of={DocumentosRecentesDocument}>
          <UltimasPublicacoes />
        </LatePart>
      </Section>
      <Section title="As listas estão em dia?" id="em-dia">
        <LatePart of={AtualizacaoDaTransparenciaDocument}>
          <PainelEmDia />
        </LatePart>
      </Section>
      <ComoPedir />
      <OutrosPortais site={siteConfig[0]} />
    </Stack>
  );
}

function Assuntos({ secoes }: { readonly secoes: readonly SecaoLai[] }): ReactElement {
  return (
    <Section title="Assuntos" action={{ href: routePath('menuCompleto'), label: 'Tudo em uma página' }}>
      {secoes.length === 0 ? (
        <EmptyState title="Ainda não publicamos os assuntos" />
      ) : (
        <Grid as="ul">
          {secoes.map((secao) => (
            <li key={secao.chave}>
              <CartaoDeSecao secao={secao} />
            </li>
          ))}
        </Grid>
      )}
    </Section>
  );
}
