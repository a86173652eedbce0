import type { ReactElement } from 'react';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { HEADER_PICTURE } from '../../../shared/images/sizes.ts';
import { parseImageSource } from '../../../shared/images/source.ts';
import type { Head } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { ConfiguracaoDoSite } from '../../../shared/site-state/site-state.ts';
import { classNames } from '../../components/class-names.ts';
import { Logo } from '../logo/logo.tsx';
import styles from './page-header.module.css';

/** Drawn picture for a site that has no header image yet. */
const LOCAL_IMAGE = '/cabecalho.svg';

interface Props {
  readonly head: Head;
  readonly site: ConfiguracaoDoSite | undefined;
}

/** The small page header of specification section 2: picture, veil in the primary colour, title, logo button to the transparency area. */
export function PageHeader({ head, site }: Props): ReactElement {
  return (
    <div className={styles.header}>
      <img
        src={imageAddress(site?.image_header ?? null)}
        width={HEADER_PICTURE.width}
        height={HEADER_PICTURE.height}
        alt=""
        fetchPriority="high"
        className={styles.image}
      />
      <div className={styles.veil} />
      <div className={styles.inner}>
        <PageTitle head={head} />
        <a href={routePath('lai')} className={styles.button} data-sem-impressao="">
          <Logo site={site} className={styles.logo} />
          <span className="somente-leitor">Ir para a </span>
          <span>Transparência</span>
        </a>
      </div>
    </div>
  );
}

/** `tituloHtml` was sanitised by the server; a plain title is shown as text. */
function PageTitle({ head: { title, titleHtml: tituloHtml, size: tamanho } }: { readonly head: Head }): ReactElement {
  const className = classNames(styles.title, tamanho === undefined ? undefined : styles[tamanho]);
  if (tituloHtml === undefined) return <h1 className={className}>{title}</h1>;
  return <h1 className={className} dangerouslySetInnerHTML={{ __html: tituloHtml }} />;
}

function imageAddress(path: string | null): string {
  if (path === null || path === '') return LOCAL_IMAGE;
  if (parseImageSource(path) !== null) return imageUrl(path, HEADER_PICTURE.width, HEADER_PICTURE.quality);
  // An SVG of our own is served as it is; any other address is not a picture that the content policy allows.
  return /^\/[^/].*\.svg$/.test(path) ? path : LOCAL_IMAGE;
}
