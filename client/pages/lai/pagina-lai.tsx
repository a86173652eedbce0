import type { ReactElement } from 'react';
import { AtualizacaoDaTransparenciaDocument } from '../../../shared/graphql/generated/documents/AtualizacaoDaTransparencia.ts';
import { DocumentosRecentesDocument } from '../../../shared/graphql/generated/documents/DocumentosRecentes.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { SecaoLai } from '../../../shared/site-state/site-state.ts';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { CartaoDeSecao } from '../../components/documents/cartao-de-secao/cartao-de-secao.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import { Grade, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { CaixaDeBusca } from '../../components/lists/search-box/search-box.tsx';
import { useSiteState } from '../../site-state/site-state-context.ts';
import { ParteTardia } from '../parte-tardia.tsx';
import { ComoPedir } from './como-pedir.tsx';
import estilos from './lai.module.css';
import { OutrosPortais } from './outros-portais.tsx';
import { PainelEmDia } from './painel-em-dia.tsx';
import { UltimasPublicacoes } from './ultimas-publicacoes.tsx';

export function PaginaLai(): ReactElement {
  const { dataLai, siteConfig } = useSiteState();
  return (
    <Pilha espaco="g">
      <Pilha>
        <Lide>
          Aqui estão os documentos, as contas e os atos do instituto, por assunto. Se o que você procura não está aqui, peça: é seu direito.
        </Lide>
        <div className={estilos.busca}>
          <CaixaDeBusca
            acao={routePath('busca')}
            id="busca-na-transparencia"
            rotulo="O que você procura?"
            dica="Por exemplo: ata de março, contrato de limpeza, DAIR 2025."
          />
        </div>
      </Pilha>
      <Assuntos secoes={dataLai} />
      <Secao titulo="Últimas publicações">
        <ParteTardia de={DocumentosRecentesDocument}>
          <UltimasPublicacoes />
        </ParteTardia>
      </Secao>
      <Secao titulo="As listas estão em dia?" id="em-dia">
        <ParteTardia de={AtualizacaoDaTransparenciaDocument}>
          <PainelEmDia />
        </ParteTardia>
      </Secao>
      <ComoPedir />
      <OutrosPortais site={siteConfig[0]} />
    </Pilha>
  );
}

function Assuntos({ secoes }: { readonly secoes: readonly SecaoLai[] }): ReactElement {
  return (
    <Secao titulo="Assuntos" acao={{ href: routePath('menuCompleto'), rotulo: 'Tudo em uma página' }}>
      {secoes.length === 0 ? (
        <Vazio titulo="Os assuntos ainda não foram publicados" />
      ) : (
        <Grade como="ul">
          {secoes.map((secao) => (
            <li key={secao.chave}>
              <CartaoDeSecao secao={secao} />
            </li>
          ))}
        </Grade>
      )}
    </Secao>
  );
}
