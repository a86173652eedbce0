import type { ReactElement } from 'react';
import { BannerComunicadoDocument } from '../../../shared/graphql/generated/documents/BannerComunicado.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Lide, TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { Aviso } from '../../components/feedback/alert/alert.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Imagem } from '../../components/media/image/image.tsx';
import { LinkBotao, LinkSeta } from '../../components/navigation/button/button.tsx';

/** The notice behind a banner of the home page. It keeps its address after the banner is gone. */
export function PaginaBannerComunicado(): ReactElement | null {
  const { banner_comunicado_by_pk: banner } = useOperation(BannerComunicadoDocument);
  if (banner === null) return null;
  const { subtitulo, texto_alternativo, corpo_html, exibir_de, exibir_ate, vigente } = banner;
  const imagem = imagemDoArquivo(banner.imagem, texto_alternativo);
  const destino = enderecoSeguro(banner.link_url);
  return (
    <Pilha espaco="g">
      {vigente === null && exibir_ate !== null ? (
        <Aviso tom="info" titulo="Comunicado encerrado">
          <p>
            <DataHora data={exibir_ate} formato="data-hora" prefixo="Este comunicado foi encerrado em" />. O texto continua aqui para
            consulta.
          </p>
        </Aviso>
      ) : null}
      <Pilha>
        {subtitulo === null ? null : <Lide>{subtitulo}</Lide>}
        <p>
          <DataHora data={exibir_de} prefixo="Publicado em" />
          {vigente !== null && exibir_ate !== null ? (
            <>
              {' · '}
              <DataHora data={exibir_ate} prefixo="Vale até" />
            </>
          ) : null}
        </p>
      </Pilha>
      {imagem === null ? null : <Imagem imagem={imagem} tamanhos="95vw 2xl:1368px" />}
      <TextoRico html={corpo_html} />
      <Linha>
        {destino === null ? null : (
          <LinkBotao href={destino} externo={!destino.startsWith('/')}>
            {banner.link_rotulo ?? 'Saiba mais'}
          </LinkBotao>
        )}
        <LinkSeta href={routePath('comunicados')}>Todos os comunicados</LinkSeta>
      </Linha>
    </Pilha>
  );
}

/** Editors type this address by hand: only pages of the site and web addresses become a link. */
function enderecoSeguro(endereco: string | null): string | null {
  return endereco !== null && /^(?:\/(?![/\\])|https?:\/\/)/.test(endereco) ? endereco : null;
}
