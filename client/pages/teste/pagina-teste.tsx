import { type ReactElement, useSyncExternalStore } from 'react';
import { DiagnosticoDocument } from '../../../shared/graphql/generated/documents/Diagnostico.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { HEADER_PICTURE } from '../../../shared/images/sizes.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Selo } from '../../components/content/badge/badge.tsx';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { Icone } from '../../components/media/icon/icon.tsx';
import { useSettings } from '../../site-state/settings-context.ts';
import { useSiteState } from '../../site-state/site-state-context.ts';
import { ParteTardia } from '../parte-tardia.tsx';
import estilos from './teste.module.css';

/** Shows whether the parts of the site work, to whoever looks after it. Nothing here is private. */
export function PaginaTeste(): ReactElement {
  const { build, timeZone, subscriptions } = useSettings();
  return (
    <Pilha espaco="g">
      <Secao titulo="Versão">
        <Definicoes
          colunas
          itens={[
            { rotulo: 'Identificação da versão', valor: <code>{build}</code> },
            { rotulo: 'Fuso horário das páginas', valor: timeZone },
            { rotulo: 'Atualização ao vivo', valor: subscriptions ? 'Configurada' : 'Não configurada' },
            { rotulo: 'JavaScript', valor: <EstadoDoScript /> },
          ]}
        />
      </Secao>
      <Secao titulo="Conteúdo (GraphQL)">
        <ParteTardia de={DiagnosticoDocument} forma="texto">
          <Conteudo />
        </ParteTardia>
      </Secao>
      <Secao titulo="Estado compartilhado">
        <EstadoCompartilhado />
      </Secao>
      <Secao titulo="Ícones">
        <Linha>
          <Icone nome="lucide:house" rotulo="Casa, do próprio código" tamanho="g" />
          <Icone nome="lucide:flask-conical" rotulo="Frasco, pedido ao servidor de ícones" tamanho="g" />
          <span>Devem aparecer uma casa e, com JavaScript, um frasco.</span>
        </Linha>
      </Secao>
    </Pilha>
  );
}

/** Rendered as off; only a browser that runs the page's script turns it on. */
function EstadoDoScript(): ReactElement {
  const ligado = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return ligado ? <Selo tom="sucesso">Em funcionamento</Selo> : <Selo>Desligado ou ainda carregando</Selo>;
}

function Conteudo(): ReactElement {
  const [site] = useOperation(DiagnosticoDocument).configuracao_site;
  if (site === undefined) {
    return (
      <p>
        <Selo tom="alerta">Responde, sem configuração do site</Selo>
      </p>
    );
  }
  return (
    <Pilha>
      <p>
        <Selo tom="sucesso">Responde</Selo> <DataHora data={site.atualizado_em} formato="data-hora" prefixo="Configuração atualizada em" />
      </p>
      {site.image_header === null ? null : (
        <figure className={estilos.amostra}>
          <img
            src={imageUrl(site.image_header, 320, HEADER_PICTURE.quality)}
            alt="Imagem do cabeçalho do site, em tamanho pequeno"
            loading="lazy"
          />
          <figcaption>Imagem lida dos arquivos e reduzida pelo servidor de imagens.</figcaption>
        </figure>
      )}
    </Pilha>
  );
}

function EstadoCompartilhado(): ReactElement {
  const { siteConfig, dataMenu, dataLai, contato, diretoriaExecutiva, demonstracao } = useSiteState();
  return (
    <Definicoes
      colunas
      itens={[
        { rotulo: 'siteConfig', valor: String(siteConfig.length) },
        { rotulo: 'dataMenu', valor: String(dataMenu.length) },
        { rotulo: 'dataLai', valor: String(dataLai.length) },
        { rotulo: 'contato', valor: String(contato.length) },
        { rotulo: 'diretoriaExecutiva', valor: String(diretoriaExecutiva.length) },
        { rotulo: 'Conteúdo de demonstração', valor: demonstracao ? 'Sim' : 'Não' },
      ]}
    />
  );
}
