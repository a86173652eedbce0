import type { ReactElement } from 'react';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { HEADER_PICTURE } from '../../../shared/images/sizes.ts';
import { parseImageSource } from '../../../shared/images/source.ts';
import type { Head } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { ConfiguracaoDoSite } from '../../../shared/site-state/site-state.ts';
import { classes } from '../../components/class-names.ts';
import { Logo } from '../logo/logo.tsx';
import estilos from './page-header.module.css';

/** Drawn picture for a site that has no header image yet. */
const IMAGEM_LOCAL = '/cabecalho.svg';

interface Props {
  readonly head: Head;
  readonly site: ConfiguracaoDoSite | undefined;
}

/** The small page header of specification section 2: picture, veil in the primary colour, title, logo button to the transparency area. */
export function CabecalhoDaPagina({ head, site }: Props): ReactElement {
  return (
    <div className={estilos.cabecalho}>
      <img
        src={enderecoDaImagem(site?.image_header ?? null)}
        width={HEADER_PICTURE.width}
        height={HEADER_PICTURE.height}
        alt=""
        fetchPriority="high"
        className={estilos.imagem}
      />
      <div className={estilos.veu} />
      <div className={estilos.dentro}>
        <TituloDaPagina head={head} />
        <a href={routePath('lai')} className={estilos.botao} data-sem-impressao="">
          <Logo site={site} className={estilos.logo} />
          <span className="somente-leitor">Ir para a </span>
          <span>Transparência</span>
        </a>
      </div>
    </div>
  );
}

/** `tituloHtml` was sanitised by the server; a plain title is shown as text. */
function TituloDaPagina({ head: { titulo, tituloHtml, tamanho } }: { readonly head: Head }): ReactElement {
  const className = classes(estilos.titulo, tamanho === undefined ? undefined : estilos[tamanho]);
  if (tituloHtml === undefined) return <h1 className={className}>{titulo}</h1>;
  return <h1 className={className} dangerouslySetInnerHTML={{ __html: tituloHtml }} />;
}

function enderecoDaImagem(caminho: string | null): string {
  if (caminho === null || caminho === '') return IMAGEM_LOCAL;
  if (parseImageSource(caminho) !== null) return imageUrl(caminho, HEADER_PICTURE.width, HEADER_PICTURE.quality);
  // A drawing of our own is served as it is; anything else is not a picture that this site may show.
  return /^\/[^/].*\.svg$/.test(caminho) ? caminho : IMAGEM_LOCAL;
}
