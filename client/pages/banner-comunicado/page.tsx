import type { ReactElement } from 'react';
import { BannerComunicadoDocument } from '../../../shared/graphql/generated/documents/BannerComunicado.ts';
import { safeAddress } from '../../../shared/html/address.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { RichText } from '../../components/content/rich-text/rich-text.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Image } from '../../components/media/image/image.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';

/** What the banner says in a sentence, since when, and until when. */
export function PageOpening(): ReactElement | null {
  const { banner_comunicado_by_pk: banner } = useOperation(BannerComunicadoDocument);
  if (banner === null) return null;
  const { subtitulo, exibir_de, exibir_ate, vigente } = banner;
  return (
    <PageIntro
      lead={subtitulo}
      facts={{
        publicacao: <DateTime date={exibir_de} prefix="Publicado em" />,
        validade: vigente === null || exibir_ate === null ? null : <DateTime date={exibir_ate} prefix="Vale até" />,
      }}
    />
  );
}

/** The notice behind a banner of the home page. It keeps its address after the banner is gone. */
export function PageComponent(): ReactElement | null {
  const { banner_comunicado_by_pk: banner } = useOperation(BannerComunicadoDocument);
  if (banner === null) return null;
  const { texto_alternativo, corpo_html, exibir_ate, vigente } = banner;
  const imagem = imagemDoArquivo(banner.imagem, texto_alternativo);
  const destino = safeAddress(banner.link_url);
  return (
    <Stack gap="l">
      {vigente === null && exibir_ate !== null ? (
        <Alert tone="info" title="Comunicado encerrado">
          <p>
            <DateTime date={exibir_ate} format="date-time" prefix="Este comunicado foi encerrado em" />. O texto continua aqui para
            consulta.
          </p>
        </Alert>
      ) : null}
      {imagem === null ? null : <Image image={imagem} sizes="95vw 2xl:1368px" />}
      <RichText html={corpo_html} />
      <Row>
        {destino === null ? null : (
          <LinkButton href={destino} external={!destino.startsWith('/')}>
            {banner.link_rotulo ?? 'Saiba mais'}
          </LinkButton>
        )}
        <ArrowLink href={routePath('comunicados')}>Todos os comunicados</ArrowLink>
      </Row>
    </Stack>
  );
}
