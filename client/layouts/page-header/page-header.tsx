import type { ReactElement, ReactNode } from 'react';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { HEADER_PICTURE } from '../../../shared/images/sizes.ts';
import { parseImageSource } from '../../../shared/images/source.ts';
import type { Head } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { headerImage } from '../../../shared/site-state/header-image.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import { Breadcrumbs } from '../../components/navigation/breadcrumbs/breadcrumbs.tsx';
import { Logo } from '../logo/logo.tsx';
import styles from './page-header.module.css';

/** Drawn picture for a site that has no header image yet. */
const LOCAL_IMAGE = '/cabecalho.svg';

interface Props {
  readonly head: Head;
  readonly state: SiteState;
  readonly path: string;
  /** The whole address, for paper. */
  readonly address: string;
  /** What the page says of itself under its title: lead sentence, key facts and main action. */
  readonly opening: ReactNode;
}

/**
 * The small page header of specification section 2: picture, veil in the primary colour, title, logo button to the transparency area.
 * Its 400 px are a minimum: larger letters make it higher.
 */
export function PageHeader({ head, state, path, address, opening }: Props): ReactElement {
  const [site] = state.siteConfig;
  const steps = [...state.caminhos, ...state.caminhosLai];
  return (
    <div className={styles.header}>
      <img
        src={imageAddress(headerImage(site, path))}
        width={HEADER_PICTURE.width}
        height={HEADER_PICTURE.height}
        alt=""
        // Decoration: the text comes first.
        fetchPriority="low"
        decoding="async"
        className={styles.image}
        data-enfeite=""
        suppressHydrationWarning
      />
      <div className={styles.veil} />
      <div className={classNames(styles.inner, opening === null && styles.alone)} data-endereco={address}>
        <Breadcrumbs steps={steps.map(({ rotulo, to }) => ({ label: rotulo, to }))} />
        <PageTitle head={head} />
        {opening}
        <a href={routePath('lai')} className={styles.button} data-sem-impressao="">
          <Logo site={site} className={styles.logo} />
          <span className="somente-leitor">Ir para a </span>
          <span className={styles.where}>
            Transparência <Icon name="lucide:arrow-right" size="s" />
          </span>
        </a>
      </div>
    </div>
  );
}

/** `titleHtml` was sanitised by the server; a plain title is shown as text. */
function PageTitle({ head: { title, titleHtml, size } }: { readonly head: Head }): ReactElement {
  const className = classNames(styles.title, size === undefined ? undefined : styles[size]);
  if (titleHtml === undefined) return <h1 className={className}>{title}</h1>;
  return <h1 className={className} dangerouslySetInnerHTML={{ __html: titleHtml }} />;
}

function imageAddress(path: string | null): string {
  if (path === null || path === '') return LOCAL_IMAGE;
  if (parseImageSource(path) !== null) return imageUrl(path, HEADER_PICTURE.width, HEADER_PICTURE.quality);
  // An SVG of our own is served as it is; any other address is not a picture that the content policy allows.
  return /^\/[^/].*\.svg$/.test(path) ? path : LOCAL_IMAGE;
}
