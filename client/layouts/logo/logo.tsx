import { type Context, createContext, type ReactElement, useContext } from 'react';
import { type ConfiguracaoDoSite, GENERAL_NAME } from '../../../shared/site-state/site-state.ts';
import { classNames } from '../../components/class-names.ts';
import styles from './logo.module.css';

/** The logo of a site whose configuration has none. */
const LOCAL_LOGO = { src: '/logo.svg', width: 64, height: 64 } as const;

interface Props {
  readonly site: ConfiguracaoDoSite | undefined;
  readonly className?: string | undefined;
}

/** The institution's logo, without alternative text, because the link around it has a text. On dark themes it stands on a light plate. */
export function Logo({ site, className }: Props): ReactElement {
  const { src, width, height } =
    site === undefined || site.logo === null
      ? LOCAL_LOGO
      : { src: site.logo, width: site.logo_largura || undefined, height: site.logo_altura || undefined };
  return <img src={src} width={width} height={height} alt="" className={classNames(styles.logo, className)} />;
}

/** SITE_TITLE, or null where it is not configured. */
export const SiteTitleContext: Context<string | null> = createContext<string | null>(null);

/** Returns the name of the institution: from its content, else the configured SITE_TITLE, else a general one. */
export function useSiteName(site: ConfiguracaoDoSite | undefined): string {
  const configured = useContext(SiteTitleContext);
  return site?.nome || configured || GENERAL_NAME;
}
