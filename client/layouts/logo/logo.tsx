import type { ReactElement } from 'react';
import type { ConfiguracaoDoSite } from '../../../shared/site-state/site-state.ts';
import { classes } from '../../components/class-names.ts';
import estilos from './logo.module.css';

/** Shown until the institution has put its own. */
const LOGO_LOCAL = { src: '/logo.svg', largura: 64, altura: 64 } as const;

interface Props {
  readonly site: ConfiguracaoDoSite | undefined;
  readonly className?: string | undefined;
}

/** The institution's mark. It never speaks: the link around it has the words. On dark themes it stands on a light plate. */
export function Logo({ site, className }: Props): ReactElement {
  const { src, largura, altura } =
    site === undefined || site.logo === null
      ? LOGO_LOCAL
      : { src: site.logo, largura: site.logo_largura || undefined, altura: site.logo_altura || undefined };
  return <img src={src} width={largura} height={altura} alt="" className={classes(estilos.logo, className)} />;
}

/** What the institution is called where its data has not arrived. */
export function nomeDoSite(site: ConfiguracaoDoSite | undefined): string {
  return site?.nome ?? 'Instituto de Previdência';
}
