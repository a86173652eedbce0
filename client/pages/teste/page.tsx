import { type ReactElement, useSyncExternalStore } from 'react';
import { DiagnosticoDocument } from '../../../shared/graphql/generated/documents/Diagnostico.ts';
import { DiagnosticoAoVivoDocument } from '../../../shared/graphql/generated/documents/DiagnosticoAoVivo.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { HEADER_PICTURE } from '../../../shared/images/sizes.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { useSubscription } from '../../apollo/use-subscription.ts';
import { Badge } from '../../components/content/badge/badge.tsx';
import { DateTime, useTimeZone } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Icon } from '../../components/media/icon/icon.tsx';
import { useSettings, useSiteState } from '../../site-state/contexts.ts';
import { LatePart } from '../late-part.tsx';
import styles from './teste.module.css';

/** Shows whether the parts of the site work, to the operator who looks after it. Nothing here is private. */
export function PageComponent(): ReactElement {
  const { build, subscriptions } = useSettings();
  const timeZone = useTimeZone();
  return (
    <Stack gap="l">
      <Section title="Versão">
        <DescriptionList
          columns
          items={[
            { label: 'Identificação da versão', value: <code>{build}</code> },
            { label: 'Fuso horário das páginas', value: timeZone },
            { label: 'Atualização ao vivo', value: subscriptions ? <AoVivo /> : 'Não configurada' },
            { label: 'JavaScript', value: <EstadoDoScript /> },
          ]}
        />
      </Section>
      <Section title="Conteúdo (GraphQL)">
        <LatePart of={DiagnosticoDocument} shape="text">
          <Conteudo />
        </LatePart>
      </Section>
      <Section title="Estado compartilhado">
        <EstadoCompartilhado />
      </Section>
      <Section title="Ícones">
        <Row>
          <Icon name="lucide:house" label="Casa, do próprio código" size="l" />
          <Icon name="lucide:flask-conical" label="Frasco, pedido ao servidor de ícones" size="l" />
          <span>Devem aparecer uma casa e, com JavaScript, um frasco.</span>
        </Row>
      </Section>
    </Stack>
  );
}

/** Rendered as off; only a browser that runs the page's script turns it on. */
function EstadoDoScript(): ReactElement {
  const ligado = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <span data-iniciar="logo">
      {ligado ? <Badge tone="success">Em funcionamento</Badge> : <Badge>Desligado ou ainda carregando</Badge>}
    </span>
  );
}

/** Opens the socket, as a page that shows live data does. */
function AoVivo(): ReactElement {
  const recebido = useSubscription(DiagnosticoAoVivoDocument);
  if (recebido === undefined) return <Badge>Configurada, ainda sem resposta</Badge>;
  if (recebido === null) return <Badge tone="warning">Configurada, sem conexão</Badge>;
  const [site] = recebido.configuracao_site;
  return (
    <>
      <Badge tone="success">Recebendo</Badge>{' '}
      {site === undefined ? null : <DateTime date={site.atualizado_em} format="date-time" prefix="Configuração atualizada em" />}
    </>
  );
}

function Conteudo(): ReactElement {
  const [site] = useOperation(DiagnosticoDocument).configuracao_site;
  if (site === undefined) {
    return (
      <p>
        <Badge tone="warning">Responde, sem configuração do site</Badge>
      </p>
    );
  }
  return (
    <Stack>
      <p>
        <Badge tone="success">Responde</Badge> <DateTime date={site.atualizado_em} format="date-time" prefix="Configuração atualizada em" />
      </p>
      {site.image_header === null ? null : (
        <figure className={styles.amostra}>
          <img
            src={imageUrl(site.image_header, 320, HEADER_PICTURE.quality)}
            alt="Imagem do cabeçalho do site, em tamanho pequeno"
            loading="lazy"
          />
          <figcaption>Imagem lida dos arquivos e reduzida pelo servidor de imagens.</figcaption>
        </figure>
      )}
    </Stack>
  );
}

function EstadoCompartilhado(): ReactElement {
  const { siteConfig, dataMenu, dataLai, contato, caminhos, caminhosLai, diretoriaExecutiva, demonstracao } = useSiteState();
  return (
    <DescriptionList
      columns
      items={[
        { label: 'siteConfig', value: String(siteConfig.length) },
        { label: 'dataMenu', value: String(dataMenu.length) },
        { label: 'dataLai', value: String(dataLai.length) },
        { label: 'contato', value: String(contato.length) },
        { label: 'diretoriaExecutiva', value: String(diretoriaExecutiva.length) },
        { label: 'caminhos', value: String(caminhos.length) },
        { label: 'caminhosLai', value: String(caminhosLai.length) },
        { label: 'Conteúdo de demonstração', value: demonstracao ? 'Sim' : 'Não' },
      ]}
    />
  );
}
