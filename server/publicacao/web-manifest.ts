/** What a telephone shows of the site once somebody has put it on its first screen (W3C, Web Application Manifest). */
import { routePath } from '../../shared/routes/url.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import type { Publisher } from './publisher.ts';

export const WEB_MANIFEST_PATH = '/manifest.webmanifest';

/** Launchers cut longer names. */
const SHORT_NAME = 'Previdência';

const ICONS = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icone-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icone-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icone-mascara-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

/** Returns the manifest, in the institution's name and colour. The icons are those of the site: browsers ask for sizes that no upload has. */
export function webManifest({ name }: Pick<Publisher, 'name'>, { siteConfig: [about] }: Pick<SiteState, 'siteConfig'>): string {
  return JSON.stringify({
    name,
    short_name: about?.sigla || SHORT_NAME,
    description: about?.descricao || 'Serviços, notícias e transparência do instituto de previdência dos servidores',
    id: '/',
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf6',
    theme_color: about?.cor_primaria || '#0f5257',
    categories: ['government'],
    icons: ICONS,
    shortcuts: [
      { name: 'Ouvidoria', url: routePath('ouvidoria') },
      { name: 'Pedir informação', url: routePath('sic') },
      { name: 'Transparência', url: routePath('lai') },
    ],
  });
}
