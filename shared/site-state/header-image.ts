/** Which picture the header of a page shows: that of its area, else the one of the site. */
import type { ConfiguracaoDoSite } from './site-state.ts';

type AreaColumn = Extract<keyof ConfiguracaoDoSite, `image_header_${string}`>;

/** First parts of the paths of an area. A path of none of them, such as the search, has the site's picture. */
const AREAS: readonly (readonly [AreaColumn, readonly string[]])[] = [
  ['image_header_transparencia', ['/lai']],
  ['image_header_atendimento', ['/sic', '/ouvidoria', '/servicos', '/contato', '/informacoes/faq', '/informacoes/mapa']],
  ['image_header_instituto', ['/institucional', '/progestao']],
  ['image_header_noticias', ['/informacoes']],
];

/** Returns the path of the picture for a page, or null where neither its area nor the site has one. */
export function headerImage(site: ConfiguracaoDoSite | undefined, path: string): string | null {
  if (site === undefined) return null;
  const area = AREAS.find(([, starts]) => starts.some((start) => path === start || path.startsWith(`${start}/`)));
  return (area === undefined ? null : site[area[0]]) || site.image_header;
}
